import assert, { AssertionError } from "node:assert";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { createRandom } from "../../shared/random.ts";
import { type Fault, faults } from "./faults.ts";
import { assertStored, TokenOracle } from "./oracle.ts";
import { type Site, type StoreName, startSite } from "./site.ts";
import { postSave, readUntilEqual, Traffic, type TrafficCounts } from "./traffic.ts";

export interface RoundsOptions {
  store: StoreName;
  rounds: number;
  seed: string;
  /** Names of the faults, in order; by default, all of the store's faults, each after killing the service. */
  names?: readonly string[];
  /** Stops the rounds early. */
  signal?: AbortSignal;
  report?: (doing: string) => void;
}

/** Maximum number of consecutive rounds on the same tokens, so that histories stay short enough to read. */
const roundsOnSameTokens = 4;

/**
 * Repeatedly breaks a part of the real service under load and compares all stories with the oracle each time.
 *
 * @throws {AssertionError} if a guarantee does not hold
 */
export async function runRounds(options: RoundsOptions): Promise<TrafficCounts[]> {
  const { store, rounds, seed, signal, report } = options;
  await using site = await startSite(store);
  await site.waitReady();
  const chosen = chooseFaults(options, site);
  const oracles = new Map<string, TokenOracle>();
  const figures: TrafficCounts[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    signal?.throwIfAborted();
    const fault = chosen[(round - 1) % chosen.length];
    if (fault === undefined) break;
    try {
      figures.push(await runRound(site, oracles, fault, round, seed));
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error;
      const again = `npm run crash -- --store ${store} --rounds ${round} --seed ${seed}`;
      assert.fail(`${store}, ${fault.name}: ${error.message} Try again: ${again}`);
    }
    report?.(`round ${round} of ${rounds}, ${fault.name}`);
  }
  return figures;
}

function chooseFaults({ store, names }: RoundsOptions, site: Site): Fault[] {
  const [kill, ...others] = faults.filter(
    ({ stores, isPossible }) => (stores ?? [store]).includes(store) && (isPossible?.(site) ?? true),
  );
  if (kill === undefined) return [];
  if (names === undefined) return others.flatMap((fault) => [kill, fault]);
  return names.flatMap((name) => [kill, ...others].filter((fault) => fault.name === name));
}

async function runRound(
  site: Site,
  oracles: Map<string, TokenOracle>,
  fault: Fault,
  round: number,
  seed: string,
): Promise<TrafficCounts> {
  const random = createRandom(seed, round);
  const firstId = Math.floor(round / roundsOnSameTokens) * 20;
  const tokens = Array.from({ length: Math.floor(random.between(2, 13)) }, (_, index) => {
    const drifterId = String(firstId + index + 1);
    const oracle = oracles.get(drifterId) ?? new TokenOracle(drifterId);
    oracles.set(drifterId, oracle);
    return oracle;
  });
  const traffic = new Traffic(site.url, tokens, random);
  let before: { oracle: TokenOracle; kept: number }[] = [];
  let undo: Awaited<ReturnType<Fault["cause"]>>;
  try {
    await traffic.acknowledges(Math.floor(1 + 60 * random.next() ** 2));
    if (random.chance(0.5)) await Promise.race([site.store.nextWrite?.(), traffic.failed]);
    before = [...oracles.values()].map((oracle) => ({ oracle, kept: oracle.records.length }));
    traffic.mayFail = fault.fails;
    undo = await Promise.race([fault.cause(site, random), traffic.failed]);
    await traffic.settles();
    if (fault.ends === undefined) await undo?.();
    await site.waitReady();
    traffic.mayFail = [];
    await traffic.acknowledges(tokens.length);
  } finally {
    await traffic.end();
  }
  if (fault.ends === "after the traffic") {
    await undo?.();
    await site.waitReady();
    const stored = await site.store.inventory();
    for (const { oracle, kept } of before) oracle.discardLost(stored, kept);
  }
  traffic.counts.rejected += await inspect(site, [...oracles.values()], tokens);
  if (fault.ends === "after the comparison") await undo?.();
  return traffic.counts;
}

/**
 * Compares the store and every process with the oracles, and replays each token's newest and replaced text.
 *
 * @returns the number of replays that were rejected.
 */
async function inspect(
  { store, processes, url }: Site,
  oracles: readonly TokenOracle[],
  tokens: readonly TokenOracle[],
): Promise<number> {
  assertStored(await store.inventory(), oracles);
  const list = oracles
    .flatMap(({ records }) => records.at(-1) ?? [])
    .map(({ drifterId, author, savedAt, revision }) => ({ drifterId, author, savedAt, revision }))
    .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  for (const each of [...processes.map(({ current }) => current.url), url]) {
    await readUntilEqual(each + apiPaths.narratives, list);
    for (const { drifterId, records } of tokens) {
      const { history, narrative } = apiPaths;
      await readUntilEqual(each + tokenPath(history, drifterId), records.toReversed());
      await readUntilEqual(each + tokenPath(narrative, drifterId), records.at(-1));
    }
  }
  let rejected = 0;
  for (const { drifterId, records } of tokens) {
    const [newest, replaced] = records.toReversed();
    if (newest === undefined) continue;
    const { status, body } = await postSave(url, newest);
    const isSame = status === 200 && JSON.parse(body).revision === newest.revision;
    assert(isSame, `The newest text of drifter #${drifterId}, posted again, got ${status}.`);
    if (replaced === undefined) continue;
    const again = await postSave(url, replaced);
    assert(again.status === 409, `A replaced text of drifter #${drifterId} got ${again.status}.`);
    rejected += 1;
  }
  return rejected;
}
