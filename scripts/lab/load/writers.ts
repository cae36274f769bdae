import { setTimeout as delay } from "node:timers/promises";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { apiPaths, drifterPath } from "#protocol/paths";
import { createRandom, type Random } from "../../shared/random.ts";
import type { Acknowledgements } from "./acknowledgements.ts";
import type { Measurements } from "./measurements.ts";
import { ownerWallet } from "./plan.ts";
import { assertStatus } from "./refusal.ts";
import type { Visitor } from "./visitor.ts";

export interface Traffic {
  visitor: Visitor;
  measurements: Pick<Measurements, "take" | "noteAge">;
  acknowledgements: Acknowledgements;
  /** Pause between a response and the next request. */
  pauseMilliseconds: number;
  /** Stops it after the requests in progress. */
  signal: AbortSignal;
}

const words = "Dust on the łow road, a lantern 🌒 and the long way home. ";

/** Saves new texts for each of its drifters in turn. */
export async function write(
  traffic: Traffic,
  name: string,
  drifterIds: readonly DrifterId[],
): Promise<void> {
  const random = createRandom("writer", name);
  for (let turn = 0; !traffic.signal.aborted; turn += 1) {
    const drifterId = drifterIds[turn % drifterIds.length];
    if (drifterId === undefined) return;
    await saveAnew(traffic, drifterId, textOf(random, `${name} ${turn}`));
    await delay(traffic.pauseMilliseconds);
  }
}

/** Signs and posts a save, then reads it by its revision; measures only the requests. */
export async function saveAnew(
  {
    visitor,
    measurements,
    acknowledgements,
  }: Pick<Traffic, "visitor" | "measurements" | "acknowledgements">,
  drifterId: DrifterId,
  narrative: string,
): Promise<void> {
  const request = await sign(drifterId, narrative);
  const body = JSON.stringify(request);
  const path = drifterPath(apiPaths.narrative, drifterId);
  const saved = await measurements.take("save", async () => {
    const answer = await visitor.post(path, body);
    assertStatus(answer);
    return { record: recordOf(answer.body, request), tag: answer.headers.etag ?? "" };
  });
  if (saved === undefined) return;
  acknowledgements.add(saved.record);
  // Nobody else writes to this drifter, so any process has to confirm the revision at once.
  await measurements.take("story", async () => {
    assertStatus(await visitor.get(path, { "if-none-match": saved.tag }), 304);
  });
}

async function sign(drifterId: DrifterId, narrative: string): Promise<NarrativeSaveRequest> {
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signature = await ownerWallet.signMessage(signedMessage);
  // Safety: ethers' signatures always begin with 0x.
  return { drifterId, narrative, signedMessage, signature: signature as `0x${string}` };
}

function recordOf(body: Buffer, request: NarrativeSaveRequest): NarrativeRecord {
  // Safety: the text is compared here, the rest at the end of the run.
  const record = JSON.parse(body.toString()) as NarrativeRecord;
  if (record.narrative === request.narrative) return record;
  throw new Error("The response to a save has a different text.");
}

/** A unique text of 70 bytes to 5 kB. */
function textOf(random: Random, name: string): string {
  return `# ${name}\n\n${words.repeat(Math.floor(random.between(1, 80)))}`;
}
