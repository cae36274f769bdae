import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { apiPaths, drifterPath } from "#protocol/paths";
import { percentile } from "../../statistics.ts";
import type { Bench } from "../bench.ts";
import { fillStore } from "../fillStore.ts";
import { generateLoad, requestBytes } from "../loadGenerator.ts";
import { connections, type Plan, storyBytes } from "../plan.ts";
import type { ServerProcess } from "../servers/startServerProcess.ts";
import type { StoreLocation } from "../storeLocation.ts";
import { signedSave } from "../stories.ts";

/** Cost of saves in one store. */
export interface SaveRow {
  store: StoreKind;
  /** Number of stories in the store; undefined for the floor, which has none. */
  stories: number | undefined;
  /** Of sequential saves. */
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** Of concurrent saves. */
  savesPerSecond: number;
  /** First list after a save, when nothing is cached. */
  listMilliseconds: number | undefined;
}

export type StoreKind = "folder" | "PostgreSQL";

interface SaveSubject {
  store: StoreKind;
  stories: number | undefined;
  server: ServerProcess;
  /** The saves of each round. */
  rounds: readonly Buffer[][];
  inTurn: number[];
  lists: number[];
  sideBySideMilliseconds: number;
}

/** Rounds before the first that counts, so that the code is warm. */
const warmUpRounds = 2;
const storeKinds = ["folder", "PostgreSQL"] as const;

/** Saves to all stores in turn, so that other load on the machine affects all alike. */
export async function measureSaves(
  bench: Bench,
  { saves }: Plan,
  onProgress: (done: string) => void,
): Promise<SaveRow[]> {
  await using stack = new AsyncDisposableStack();
  const subjects = await startSubjects(bench, saves, onProgress, stack);
  for (let round = -warmUpRounds; round < saves.rounds; round += 1) {
    onProgress(round < 0 ? "warming up" : `round ${round + 1} of ${saves.rounds}`);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await saveRound(subject, round + warmUpRounds, saves.inTurn, round >= 0);
    }
  }
  return subjects.map((subject) => rowOf(subject, saves.rounds * saves.sideBySide));
}

async function startSubjects(
  bench: Bench,
  saves: Plan["saves"],
  onProgress: (done: string) => void,
  stack: AsyncDisposableStack,
): Promise<SaveSubject[]> {
  const subjects: SaveSubject[] = [];
  for (const stories of [undefined, ...saves.sizes]) {
    const title = stories?.toLocaleString("en") ?? "floor";
    onProgress(`${title}: signatures`);
    const bodies = await signRounds(bench, stories ?? saves.sizes[0] ?? 1, saves);
    for (const store of storeKinds) {
      onProgress(`${title}: ${store}`);
      const server = await startSaveServer(bench, store, stories);
      stack.defer(() => server.end());
      const rounds = bodies.map((round) => round.map((body) => saveRequest(server.url, body)));
      const measured = { inTurn: [], lists: [], sideBySideMilliseconds: 0 };
      subjects.push({ store, stories, server, rounds, ...measured });
    }
  }
  return subjects;
}

/** Signs all saves before the measurement. */
async function signRounds(
  { owner }: Bench,
  drifters: number,
  { rounds, inTurn, sideBySide }: Plan["saves"],
): Promise<{ drifterId: string; narrative: string }[][]> {
  const signed = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const seeds = Array.from(
      { length: inTurn + sideBySide },
      (_, index) => `${drifters} ${round} ${index}`,
    );
    const sign = (seed: string) => signedSave(owner, seed, { drifters, textBytes: storyBytes });
    signed.push(await Promise.all(seeds.map(sign)));
  }
  return signed;
}

function saveRequest(url: string, save: { drifterId: string }): Buffer {
  return requestBytes(url, drifterPath(apiPaths.narrative, save.drifterId), {
    body: JSON.stringify(save),
  });
}

/** Starts the service on a store with `stories` stories, or the floor. */
async function startSaveServer(
  { folder, databases, chain, startServer }: Bench,
  kind: StoreKind,
  stories: number | undefined,
): Promise<ServerProcess> {
  const name = `saves_${stories ?? "floor"}`;
  const store: StoreLocation =
    kind === "folder"
      ? { DATA_DIR: join(folder, name) }
      : { DATABASE_URL: await databases.create(name) };
  const input = { store, rpcUrl: chain.url };
  if (stories !== undefined) {
    await fillStore(store, stories, storyBytes);
    return startServer("ours", input);
  }
  if ("DATA_DIR" in store) await mkdir(store.DATA_DIR);
  return startServer("floor", input);
}

async function saveRound(
  subject: SaveSubject,
  round: number,
  inTurn: number,
  counts: boolean,
): Promise<void> {
  const { server, rounds, stories } = subject;
  const saves = rounds[round] ?? [];
  const load = { url: server.url, status: 200 };
  const latencies = await generateLoad({
    ...load,
    requests: saves.slice(0, inTurn),
    connections: 1,
  });
  const list = stories === undefined ? [] : [requestBytes(server.url, apiPaths.narratives, gzip)];
  const lists = await generateLoad({ ...load, requests: list, connections: 1 });
  const begun = performance.now();
  await generateLoad({ ...load, requests: saves.slice(inTurn), connections });
  if (!counts) return;
  subject.sideBySideMilliseconds += performance.now() - begun;
  subject.inTurn.push(...latencies);
  subject.lists.push(...lists);
}

const gzip = { headers: { "accept-encoding": "gzip" } };

function rowOf(
  { store, stories, inTurn, lists, sideBySideMilliseconds }: SaveSubject,
  sideBySide: number,
): SaveRow {
  return {
    store,
    stories,
    p50Milliseconds: percentile(inTurn, 0.5),
    p99Milliseconds: percentile(inTurn, 0.99),
    savesPerSecond: sideBySide / (sideBySideMilliseconds / 1000),
    listMilliseconds: lists.length === 0 ? undefined : percentile(lists, 0.5),
  };
}
