import { setTimeout as delay } from "node:timers/promises";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { runtimeConfigElementId } from "#protocol/runtimeConfig";
import { createRandom } from "../../shared/random.ts";
import type { RequestKind } from "./measurements.ts";
import { drifterIds } from "./plan.ts";
import { assertStatus } from "./refusal.ts";
import type { Visitor, VisitorAnswer } from "./visitor.ts";
import type { Traffic } from "./writers.ts";

type ReadKind = Exclude<RequestKind, "save">;

/**
 * Longest time for which a process may return what was before a save through another one: a second until it learns of
 * the save, and a second in which it sends the older response.
 */
const longestLagMilliseconds = 2_000;

/** Reads of a reader in turn; frequent kinds are repeated. */
const habits: readonly [ReadKind, ...ReadKind[]] = [
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
];

/** What one reader reads. */
export interface Reading {
  /** Path of the page's script; undefined if `kinds` has no script. */
  scriptPath?: string;
  /** Kinds of reads in a random order; by default all, those often that readers read often. */
  kinds?: readonly [ReadKind, ...ReadKind[]];
}

/** Reads in a loop and checks each response. */
export async function read(
  traffic: Traffic,
  name: string,
  { scriptPath = "", kinds = habits }: Reading,
): Promise<void> {
  const random = createRandom("reader", name);
  const [first, ...others] = drifterIds;
  if (first === undefined) throw new Error("There are no drifters.");
  while (!traffic.signal.aborted) {
    const kind = random.pick(kinds);
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
  await measurements.take(kind, async () => {
    // Whichever process responds, to a request that is sent now.
    const askedAt = performance.now();
    const answer = await visitor.get(pathOf(kind, drifterId, scriptPath));
    assertStatus(answer);
    const revision = revisionIn(kind, answer, drifterId);
    if (revision === undefined) return;
    const age = acknowledgements.ageOf(drifterId, revision, askedAt);
    measurements.noteAge(age);
    if (age <= longestLagMilliseconds) return;
    throw new Error(
      `A ${kind} has revision ${revision}; the next one was acknowledged ${age.toFixed(0)} ms before.`,
    );
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

/**
 * Returns the drifter's revision in a response about stories, undefined in any other.
 *
 * @throws if the response is incomplete.
 */
function revisionIn(
  kind: ReadKind,
  { headers, body }: VisitorAnswer,
  drifterId: string,
): number | undefined {
  if (kind === "portrait" || kind === "script") {
    const type = headers["content-type"] ?? "nothing";
    if (type.startsWith(kind === "portrait" ? "image/jpeg" : "text/javascript")) return undefined;
    throw new Error(`A ${kind} has content type ${type}.`);
  }
  if (kind === "page") {
    if (body.includes(runtimeConfigElementId)) return undefined;
    throw new Error("The page has no configuration.");
  }
  const told: unknown = JSON.parse(body.toString());
  // Safety: responses of our own service; without a revision it counts as older than any.
  if (kind === "story") return (told as NarrativeRecord).revision ?? 0;
  const records = told as NarrativeListItem[];
  return records.find((record) => record.drifterId === drifterId)?.revision ?? 0;
}
