import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiPaths } from "#protocol/paths";
import { median } from "../../statistics.ts";
import type { Bench } from "../bench.ts";
import { fillStore } from "../fillStore.ts";
import { generateLoad } from "../loadGenerator.ts";
import { type Plan, storyBytes } from "../plan.ts";
import type { StoreLocation } from "../storeLocation.ts";
import { type ReadSubject, sameBodyOnly, sameHeaders, startSubjects } from "./subjects.ts";

/** Cost of one request on one server: medians of the sessions. */
export interface ReadRow {
  question: string;
  name: string;
  /** CPU time of the server's process per request. */
  microseconds: number;
  /** Requests per CPU time relative to the baseline. */
  timesSameHeaders: number;
  timesBodyOnly: number;
  /** Half the range of `timesSameHeaders` in all sessions, relative to it. */
  spread: number;
}

/** Name of the only drifter with metadata. */
const drifterName = "Ilse Marrow";

/** CPU time per request of each subject in each round. */
interface Session {
  subjects: readonly Pick<ReadSubject, "question" | "name">[];
  rounds: readonly (readonly number[])[];
}

/** Measures all servers in turn, so that other load on the machine affects all alike. */
export async function measureReads(
  bench: Bench,
  { reads }: Plan,
  onProgress: (done: string) => void,
): Promise<ReadRow[]> {
  onProgress("stores");
  const places = await fillStores(bench, reads.stories);
  const sessions: Session[] = [];
  for (let number = 1; number <= reads.sessions; number += 1) {
    const tell = (doing: string) => onProgress(`session ${number} of ${reads.sessions}, ${doing}`);
    sessions.push(await measureSession(bench, places, reads, tell));
  }
  const [first] = sessions;
  return first?.subjects.map((subject, index) => rowOf(subject, index, sessions)) ?? [];
}

async function measureSession(
  bench: Bench,
  places: ReadPlaces,
  reads: Plan["reads"],
  onProgress: (done: string) => void,
): Promise<Session> {
  await using stack = new AsyncDisposableStack();
  onProgress("servers");
  const ours = await startOurs(bench, places, stack);
  const subjects = await startSubjects(bench, ours, reads, stack);
  const rounds: number[][] = [];
  for (let round = -reads.warmUpRounds; round < reads.rounds; round += 1) {
    onProgress(round < 0 ? "warming up" : `round ${round + 1} of ${reads.rounds}`);
    const costs = await measureRound(subjects, round % 2 === 0);
    if (round >= 0) rounds.push(costs);
  }
  return { subjects, rounds };
}

/** Where the services of all sessions read. */
interface ReadPlaces {
  folder: StoreLocation;
  database: StoreLocation;
  collectionDir: string;
}

/** Fills both stores with the same stories. */
async function fillStores({ folder, databases }: Bench, stories: number): Promise<ReadPlaces> {
  const fill = async (store: StoreLocation) => {
    await fillStore(store, stories, storyBytes);
    return store;
  };
  const collectionDir = join(folder, "collection");
  await mkdir(join(collectionDir, "metadata"), { recursive: true });
  const attributes = [{ trait_type: "Sky", value: "Pale" }];
  const metadata = JSON.stringify({ name: drifterName, attributes });
  await writeFile(join(collectionDir, "metadata", "1.json"), metadata);
  return {
    folder: await fill({ DATA_DIR: join(folder, "reads") }),
    database: await fill({ DATABASE_URL: await databases.create("reads") }),
    collectionDir,
  };
}

async function startOurs(
  { chain, startServer }: Bench,
  { folder, database, collectionDir }: ReadPlaces,
  stack: AsyncDisposableStack,
) {
  const start = async (store: StoreLocation) => {
    const server = await startServer("ours", { store, rpcUrl: chain.url, collectionDir });
    stack.defer(() => server.end());
    await nameIsListed(server.url);
    return server;
  };
  return { folder: await start(folder), database: await start(database) };
}

/** Waits until the list has the only drifter's name, which is read in the background; it changes no more. */
async function nameIsListed(url: string): Promise<void> {
  let list: string;
  do list = await (await fetch(url + apiPaths.narratives)).text();
  while (!list.includes(drifterName));
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
  { question, name }: Session["subjects"][number],
  index: number,
  sessions: readonly Session[],
): ReadRow {
  const costOf = ({ rounds }: Session, place: number) =>
    median(rounds.map((costs) => costs[place] ?? 0));
  const timesOf = (baseline: string) =>
    sessions.map((session) => {
      const place = session.subjects.findIndex(
        (other) => other.question === question && other.name === baseline,
      );
      return costOf(session, place) / costOf(session, index);
    });
  const times = timesOf(sameHeaders);
  const timesSameHeaders = median(times);
  return {
    question,
    name,
    microseconds: median(sessions.map((session) => costOf(session, index))),
    timesSameHeaders,
    timesBodyOnly: median(timesOf(sameBodyOnly)),
    spread: (Math.max(...times) - Math.min(...times)) / 2 / timesSameHeaders,
  };
}
