import { apiPaths, drifterPath } from "#protocol/paths";
import type { Bench } from "../api/bench.ts";
import { generateLoad, requestBytes } from "../api/loadGenerator.ts";
import { connections, storyBytes } from "../api/plan.ts";
import type { BuiltService } from "../api/servers/builtService.ts";
import { signedSave } from "../api/stories.ts";
import { percentile } from "../statistics.ts";
import type { ScalePlan } from "./plan.ts";
import { type Cost, costOf, type ScaleStore } from "./scaleBench.ts";

/** Saves to one store. */
export interface ScaleSaves {
  stories: number;
  /** Of sequential saves. */
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** CPU times of a concurrent save. */
  cost: Cost;
  savesPerSecond: number;
  /** Bytes of PostgreSQL's log for each concurrent save. */
  walBytes: number;
  /** JSON-RPC requests for each save, those for new blocks included. */
  rpcRequests: number;
}

interface Subject {
  store: ScaleStore;
  service: BuiltService;
  rounds: Buffer[][];
  latencies: number[];
  costs: Cost[];
  milliseconds: number;
  walBytes: number;
  rpcRequests: number;
}

/** A store and the service on it. */
export type ServedStore = Pick<Subject, "store" | "service">;

/** Saves to all stores in turn, so that other load on the machine affects all alike. */
export async function measureScaleSaves(
  bench: Pick<Bench, "owner">,
  served: readonly ServedStore[],
  { saves }: ScalePlan,
  tell: (doing: string) => void,
): Promise<ScaleSaves[]> {
  const subjects: Subject[] = [];
  for (const { store, service } of served) {
    tell(`signatures for ${store.stories.toLocaleString("en")} stories`);
    const rounds = await signRounds(bench, store.stories, service.url, saves);
    subjects.push({
      store,
      service,
      rounds,
      latencies: [],
      costs: [],
      milliseconds: 0,
      walBytes: 0,
      rpcRequests: 0,
    });
  }
  await served[0]?.store.probe.settle();
  const before = await Promise.all(subjects.map(({ service }) => service.rpcRequests()));
  for (let round = 0; round < saves.warmUpRounds + saves.rounds; round += 1) {
    tell(`round ${round + 1}`);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await saveRound(subject, round, saves);
    }
  }
  for (const [index, subject] of subjects.entries()) {
    subject.rpcRequests = (await subject.service.rpcRequests()) - (before[index] ?? 0);
  }
  return subjects.map((subject) => figuresOf(subject, saves));
}

async function saveRound(
  subject: Subject,
  round: number,
  { inTurn, warmUpRounds }: ScalePlan["saves"],
): Promise<void> {
  const { service, store } = subject;
  const requests = subject.rounds[round] ?? [];
  const load = { url: service.url, status: 200 };
  const latencies = await generateLoad({
    ...load,
    requests: requests.slice(0, inTurn),
    connections: 1,
  });
  const concurrent = requests.slice(inTurn);
  const walBefore = await store.probe.walBytes();
  let milliseconds = 0;
  const cost = await costOf(service, store.probe, async () => {
    const begun = performance.now();
    await generateLoad({ ...load, requests: concurrent, connections });
    milliseconds = performance.now() - begun;
  });
  if (round < warmUpRounds) return;
  subject.latencies.push(...latencies);
  subject.costs.push(cost);
  subject.milliseconds += milliseconds;
  subject.walBytes += (await store.probe.walBytes()) - walBefore;
}

function figuresOf(
  { store, latencies, costs, milliseconds, walBytes, rpcRequests }: Subject,
  { rounds, warmUpRounds, inTurn, sideBySide }: ScalePlan["saves"],
): ScaleSaves {
  const saves = rounds * sideBySide;
  const mean = (part: keyof Cost) => costs.reduce((sum, cost) => sum + cost[part], 0) / saves;
  return {
    stories: store.stories,
    p50Milliseconds: percentile(latencies, 0.5),
    p99Milliseconds: percentile(latencies, 0.99),
    cost: { service: mean("service"), database: mean("database") },
    savesPerSecond: (saves * 1_000) / milliseconds,
    walBytes: walBytes / saves,
    rpcRequests: rpcRequests / ((rounds + warmUpRounds) * (inTurn + sideBySide)),
  };
}

async function signRounds(
  { owner }: Pick<Bench, "owner">,
  drifters: number,
  url: string,
  { rounds, warmUpRounds, inTurn, sideBySide }: ScalePlan["saves"],
): Promise<Buffer[][]> {
  const signed: Buffer[][] = [];
  for (let round = 0; round < rounds + warmUpRounds; round += 1) {
    const seeds = Array.from({ length: inTurn + sideBySide }, (_, index) => `${round} ${index}`);
    signed.push(await signedSaves({ owner }, seeds, drifters, url));
  }
  return signed;
}

/** Requests that save a story for each of the seeds. */
export function signedSaves(
  { owner }: Pick<Bench, "owner">,
  seeds: readonly string[],
  drifters: number,
  url: string,
): Promise<Buffer[]> {
  return Promise.all(
    seeds.map(async (seed) => {
      const save = await signedSave(owner, seed, { drifters, textBytes: storyBytes });
      const path = drifterPath(apiPaths.narrative, save.drifterId);
      return requestBytes(url, path, { body: JSON.stringify(save) });
    }),
  );
}
