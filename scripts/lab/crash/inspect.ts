import { isDeepStrictEqual } from "node:util";
import type { DrifterId } from "#protocol/drifterId";
import { isStory } from "#protocol/isStory";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import { verifyReceipt } from "#service/stories";
import type { Random } from "../../shared/random.ts";
import { assertDurable, DurabilityViolation } from "./durabilityViolation.ts";
import { fixture } from "./fixture.ts";
import { type Accepted, DrifterOracle, type StoredRevision } from "./oracle.ts";
import { type Answer, postSave, readHistory, readList, readStory } from "./service.ts";

/** Expected stories, by drifter. */
export type Oracles = Map<DrifterId, DrifterOracle>;

export function oracleOf(oracles: Oracles, drifterId: DrifterId): DrifterOracle {
  const known = oracles.get(drifterId) ?? new DrifterOracle(drifterId);
  oracles.set(drifterId, known);
  return known;
}

/** Compares the store with the oracles; returns how many in-flight saves it contains. */
export function reconcile(oracles: Oracles, stored: readonly StoredRevision[]): number {
  const byDrifter = Map.groupBy(stored, ({ drifterId }) => drifterId);
  for (const drifterId of byDrifter.keys()) {
    assertDurable(
      oracles.has(drifterId),
      () => `Drifter ${drifterId} has a story that was never posted.`,
    );
  }
  let found = 0;
  for (const [drifterId, oracle] of oracles) {
    found += oracle.reconcile(byDrifter.get(drifterId) ?? []);
  }
  return found;
}

/** Reads a drifter's history and story and compares both with the oracle. */
export async function inspectStory(url: string, oracle: DrifterOracle): Promise<void> {
  const { drifterId, newest } = oracle;
  if (newest === undefined) return;
  const history = await readHistory(url, drifterId);
  history.reverse();
  for (const [index, record] of history.entries()) oracle.learn(index + 1, record);
  assertHistory(drifterId, history, oracle.accepted);
  await assertStory(url, newest);
  await assertProved(newest);
}

function assertHistory(
  drifterId: DrifterId,
  history: readonly NarrativeRecord[],
  accepted: readonly Accepted[],
): void {
  assertDurable(
    history.length === accepted.length,
    () => `The history of drifter ${drifterId} has ${history.length} of ${accepted.length} texts.`,
  );
  for (const [index, record] of history.entries()) {
    assertDurable(
      isDeepStrictEqual(record, accepted[index]?.record),
      () => `Drifter ${drifterId}: revision ${index + 1} is not the acknowledged record.`,
    );
    const before = history[index - 1];
    assertDurable(
      before === undefined || before.savedAt < record.savedAt,
      () => `Drifter ${drifterId}: revision ${index + 1} is not later than the one before.`,
    );
  }
}

/** Verified records, so that each signature is recovered only once. */
const proved = new WeakSet<NarrativeRecord>();

/** Verifies a receipt except for its owner step: the oracle compares the author, and there is no archive node. */
async function assertProved({ record }: Accepted): Promise<void> {
  if (record === undefined || proved.has(record)) return;
  const steps = await verifyReceipt(record, fixture, undefined);
  const unproved = steps.find(({ name, outcome }) => name !== "Owner" && outcome !== "passed");
  assertDurable(
    unproved === undefined,
    () =>
      `The receipt of drifter ${record.drifterId}, revision ${record.revision}, is invalid. ${unproved?.finding}`,
  );
  proved.add(record);
}

async function assertStory(url: string, newest: Accepted): Promise<void> {
  const { drifterId, narrative } = newest.request;
  const story = await readStory(url, drifterId);
  if (!isStory(narrative)) {
    assertDurable(
      story.status === 404,
      () => `Drifter ${drifterId} has a story that was taken down.`,
    );
    return;
  }
  assertDurable(
    story.status === 200 && isDeepStrictEqual(story.body, newest.record),
    () => `The story of drifter ${drifterId} is not its newest revision.`,
  );
  newest.etag ??= story.etag;
  const again = await readStory(url, drifterId, { "if-none-match": newest.etag });
  assertDurable(
    story.etag === newest.etag && again.status === 304,
    () => `The ETag of drifter ${drifterId} is ${story.etag}, not ${newest.etag}.`,
  );
}

/** Asserts that the list has the newest revision of every drifter with a story, newest first. */
export async function inspectList(url: string, oracles: Oracles): Promise<void> {
  const heads = [...oracles.values()]
    .map(({ newest }) => newest?.record)
    .filter((record) => record !== undefined && isStory(record.narrative))
    .map((record) => lineOf(record as NarrativeRecord))
    .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  assertDurable(
    isDeepStrictEqual(await readList(url), heads),
    () => "The list does not have the stories' newest revisions, newest first.",
  );
}

function lineOf({ drifterId, author, savedAt, revision }: NarrativeRecord): NarrativeListItem {
  return { drifterId, author, savedAt, revision };
}

/** Posts a replaced text of the drifter again, and its newest; returns how many were rejected. */
export async function inspectReplays(
  url: string,
  oracle: DrifterOracle,
  random: Random,
): Promise<number> {
  const { newest, replaced } = oracle;
  const old = replaced[Math.floor(random.between(0, replaced.length))];
  if (newest !== undefined) await assertIdempotent(url, newest);
  if (old === undefined) return 0;
  const { status } = await answerTo(url, old);
  assertDurable(
    status === 409,
    () => `A replaced text of drifter ${oracle.drifterId} got status ${status}.`,
  );
  return 1;
}

async function assertIdempotent(url: string, newest: Accepted): Promise<void> {
  const { status, body, etag } = await answerTo(url, newest);
  const isSame = status === 200 && isDeepStrictEqual(body, newest.record);
  assertDurable(
    isSame && (newest.etag === undefined || etag === newest.etag),
    () =>
      `Drifter ${newest.request.drifterId}: the newest text, posted again, got status ${status}.`,
  );
}

/** Retries the saves without a response, as a client would; each must be accepted exactly once. */
export async function retryUndecided(url: string, oracle: DrifterOracle): Promise<void> {
  for (const request of oracle.undecided) {
    const answer = await answerTo(url, { request });
    assertDurable(
      answer.status === 200 && answer.body.revision === oracle.revision + 1,
      () => `Drifter ${oracle.drifterId}: the retry of a lost save got status ${answer.status}.`,
    );
    oracle.acknowledge(request, answer.body, answer.etag);
  }
}

async function answerTo(
  url: string,
  { request }: Pick<Accepted, "request">,
): Promise<Answer<NarrativeRecord>> {
  const answer = await postSave(url, request);
  if (answer !== undefined) return answer;
  throw new DurabilityViolation(`A save of drifter ${request.drifterId} got no response.`);
}
