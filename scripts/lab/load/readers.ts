import { setTimeout as delay } from "node:timers/promises";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { runtimeConfigElementId } from "#protocol/runtimeConfig";
import { createRandom } from "../../shared/random.ts";
import type { RequestKind } from "./measurements.ts";
import { drifterIds } from "./plan.ts";
import type { Visitor, VisitorAnswer } from "./visitor.ts";
import type { Traffic } from "./writers.ts";

type ReadKind = Exclude<RequestKind, "save">;

/** Longest time for which a process may return what was before a save through another one (`NarrativeStore`). */
const longestLagMilliseconds = 100;

/** Reads of a reader in turn; frequent kinds are repeated. */
const habits = [
  "story",
  "story",
  "story",
  "story",
  "list",
  "list",
  "history",
  "page",
  "script",
  "portrait",
] as const satisfies readonly ReadKind[];

/** Reads in a loop and checks each response. */
export async function read(traffic: Traffic, name: string, scriptPath: string): Promise<void> {
  const random = createRandom("reader", name);
  const [first, ...others] = drifterIds;
  if (first === undefined) throw new Error("There are no drifters.");
  while (!traffic.signal.aborted) {
    const kind = random.pick(habits);
    await readOnce(traffic, kind, random.pick([first, ...others]), scriptPath);
    await delay(traffic.pauseMilliseconds);
  }
}

/** Returns the path of the page's first script. */
export async function findScript(visitor: Visitor): Promise<string> {
  const page = (await visitor.get("/")).body.toString();
  const path = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (path !== undefined) return path;
  throw new Error("The page has no script: run `npm run build`.");
}

async function readOnce(
  { visitor, measurements, acknowledgements }: Traffic,
  kind: ReadKind,
  drifterId: string,
  scriptPath: string,
): Promise<void> {
  // Whichever process responds, to a request that is sent now.
  const lag = kind === "history" ? 0 : longestLagMilliseconds;
  const leastRevision = acknowledgements.revisionOf(drifterId, lag);
  await measurements.take(kind, async () => {
    const answer = await visitor.get(pathOf(kind, drifterId, scriptPath));
    if (answer.status !== 200) throw new Error(`status ${answer.status}: ${answer.body}`);
    assertFits(kind, answer, { drifterId, leastRevision });
  });
}

function pathOf(kind: ReadKind, drifterId: string, scriptPath: string): string {
  switch (kind) {
    case "story":
      return drifterPath(apiPaths.narrative, drifterId);
    case "list":
      return apiPaths.narratives;
    case "history":
      return drifterPath(apiPaths.history, drifterId);
    case "page":
      return `/drifter/${drifterId}`;
    case "script":
      return scriptPath;
    case "portrait":
      return drifterPath(apiPaths.portrait, drifterId);
  }
}

interface Expectation {
  drifterId: string;
  leastRevision: number;
}

/** @throws if the response is incomplete, or older than a save that it has to contain. */
function assertFits(
  kind: ReadKind,
  { headers, body }: VisitorAnswer,
  { drifterId, leastRevision }: Expectation,
): void {
  if (kind === "portrait" || kind === "script") {
    const type = headers["content-type"] ?? "nothing";
    if (type.startsWith(kind === "portrait" ? "image/jpeg" : "text/javascript")) return;
    throw new Error(`A ${kind} has content type ${type}.`);
  }
  if (kind === "page") {
    if (body.includes(runtimeConfigElementId)) return;
    throw new Error("The page has no configuration.");
  }
  const revision = revisionIn(kind, body, drifterId);
  if (revision >= leastRevision) return;
  throw new Error(`A ${kind} has revision ${revision}; ${leastRevision} was acknowledged before.`);
}

function revisionIn(kind: "story" | "list" | "history", body: Buffer, drifterId: string): number {
  const told: unknown = JSON.parse(body.toString());
  // Safety: responses of our own service; without a revision it counts as older than any.
  if (kind === "story") return (told as NarrativeRecord).revision;
  const records = told as NarrativeListItem[];
  const record = records.find((record) => record.drifterId === drifterId);
  return record?.revision ?? -1;
}
