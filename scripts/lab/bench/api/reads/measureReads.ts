import { join } from "node:path";
import { median } from "../../statistics.ts";
import type { Bench } from "../bench.ts";
import { fillStore } from "../fillStore.ts";
import { generateLoad } from "../loadGenerator.ts";
import { type Plan, storyBytes } from "../plan.ts";
import type { StoreLocation } from "../storeLocation.ts";
import { type ReadSubject, sameBodyOnly, sameHeaders, startSubjects } from "./subjects.ts";

/** Cost of one request on one server. */
export interface ReadRow {
  question: string;
  name: string;
  /** CPU time of the server's process per request, median of the rounds. */
  microseconds: number;
  /** Requests per CPU time relative to the baseline, median of the rounds. */
  timesSameHeaders: number;
  timesBodyOnly: number;
}

/** Rounds before the first that counts, so that the code is warm. */
const warmUpRounds = 2;

/** Measures all servers in turn, so that other load on the machine affects all alike. */
export async function measureReads(
  bench: Bench,
  { reads, memory }: Plan,
  onProgress: (done: string) => void,
): Promise<ReadRow[]> {
  await using stack = new AsyncDisposableStack();
  onProgress("stores");
  const ours = await startOurs(bench, reads.stories, memory.textBytes, stack);
  onProgress("servers");
  const subjects = await startSubjects(bench, ours, reads, stack);
  const rounds: number[][] = [];
  for (let round = -warmUpRounds; round < reads.rounds; round += 1) {
    onProgress(round < 0 ? "warming up" : `round ${round + 1} of ${reads.rounds}`);
    const costs = await measureRound(subjects, round % 2 === 0);
    if (round >= 0) rounds.push(costs);
  }
  return subjects.map((subject, index) => rowOf(subject, index, subjects, rounds));
}

/** Starts the service on both stores. The story that is read is the same; the others differ in size. */
async function startOurs(
  { folder, databases, chain, startServer }: Bench,
  stories: number,
  textBytes: number,
  stack: AsyncDisposableStack,
) {
  const start = async (store: StoreLocation, othersBytes: number) => {
    await fillStore(store, stories, (drifterId) => (drifterId === "1" ? storyBytes : othersBytes));
    const server = await startServer("ours", { store, rpcUrl: chain.url });
    stack.defer(() => server.end());
    return server;
  };
  return {
    folder: await start({ DATA_DIR: join(folder, "reads") }, textBytes),
    database: await start({ DATABASE_URL: await databases.create("reads") }, storyBytes),
  };
}

/** Returns the CPU time per request of each subject, in microseconds. */
async function measureRound(subjects: readonly ReadSubject[], forwards: boolean) {
  const costs = new Array<number>(subjects.length).fill(0);
  const entries = [...subjects.entries()];
  for (const [index, { server, load }] of forwards ? entries : entries.reverse()) {
    const before = await server.usage();
    await generateLoad(load);
    const after = await server.usage();
    costs[index] = (after.cpuMicroseconds - before.cpuMicroseconds) / load.requests.length;
  }
  return costs;
}

function rowOf(
  { question, name }: ReadSubject,
  index: number,
  subjects: readonly ReadSubject[],
  rounds: readonly number[][],
): ReadRow {
  const costsOf = (place: number) => rounds.map((costs) => costs[place] ?? 0);
  const timesOf = (yardstick: string) => {
    const place = subjects.findIndex(
      (other) => other.question === question && other.name === yardstick,
    );
    return median(rounds.map((costs) => (costs[place] ?? 0) / (costs[index] ?? 0)));
  };
  return {
    question,
    name,
    microseconds: median(costsOf(index)),
    timesSameHeaders: timesOf(sameHeaders),
    timesBodyOnly: timesOf(sameBodyOnly),
  };
}
