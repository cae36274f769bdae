import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { createRandom } from "../../../shared/random.ts";
import type { Bench } from "../api/bench.ts";
import { exchange, generateLoad, requestBytes } from "../api/loadGenerator.ts";
import { openConnections, sendAtRate } from "../api/overload/openLoad.ts";
import { connections } from "../api/plan.ts";
import type { BuiltService } from "../api/servers/builtService.ts";
import type { ScalePlan } from "./plan.ts";
import { type Cost, costOf, type ScaleStore } from "./scaleBench.ts";

/** A process that starts on a store and reads from it. */
export interface StartFigures {
  stories: number;
  /** From the start of the process to its first story. */
  firstStorySeconds: number;
  /** Once its search works. */
  startBytes: number;
  /** The most until all reads were answered. */
  mostBytes: number;
  /** CPU times of a read, from the database and from memory, while reads fill a core. */
  fullCoreDatabaseRead: Cost;
  fullCoreRead: Cost;
  /** CPU times of a read on a core that has time left, and of a second beside such reads. */
  memoryRead: number;
  databaseRead: Cost;
  quietSecond: Cost;
  /** Bytes of a response beside the story's text. */
  responseBytes: number;
}

/** Stories that are read over and over. */
export const popular = 50;

/** Starts the service on a store and reads stories. */
export async function measureStart(
  { chain, folder, startService }: Bench,
  store: ScaleStore,
  plan: ScalePlan,
): Promise<{ service: BuiltService; figures: StartFigures }> {
  const begun = performance.now();
  const place = { store: { DATABASE_URL: store.databaseUrl }, rpcUrl: chain.url };
  const service = await startService(place, folder);
  await read(service.url, drifterPath(apiPaths.narrative, "1"));
  const firstStorySeconds = (performance.now() - begun) / 1_000;
  // These wait for the search and the list.
  await read(service.url, `${apiPaths.narratives}?limit=1`);
  await read(service.url, apiPaths.narratives);
  const { residentBytes: startBytes } = await service.usage();
  const fullCoreDatabaseRead = await measureReads(service, store, plan.randomReads, store.stories);
  const fullCoreRead = await measureReads(service, store, plan.repeatedReads, popular);
  const { few, many, fromDatabase } = plan.rates;
  const among = Math.min(popular, store.stories);
  const fewReads = await secondOfReads(service, store, plan.rates, few, among);
  const manyReads = await secondOfReads(service, store, plan.rates, many, among);
  const memoryRead = (manyReads.service - fewReads.service) / (many - few);
  const quietSecond = { ...fewReads, service: fewReads.service - few * memoryRead };
  const rareReads = await secondOfReads(service, store, plan.rates, fromDatabase, store.stories);
  const { mostResidentBytes: mostBytes } = await service.usage();
  return {
    service,
    figures: {
      stories: store.stories,
      firstStorySeconds,
      startBytes,
      mostBytes,
      fullCoreDatabaseRead,
      fullCoreRead,
      memoryRead,
      databaseRead: {
        service: (rareReads.service - quietSecond.service) / fromDatabase,
        database: (rareReads.database - quietSecond.database) / fromDatabase,
      },
      quietSecond,
      responseBytes: await bytesBesideText(service.url),
    },
  };
}

async function read(url: string, path: string): Promise<void> {
  const response = await fetch(url + path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  await response.arrayBuffer();
}

/** Reads some of the first `among` stories; the second half counts. */
async function measureReads(
  service: BuiltService,
  { probe, stories }: ScaleStore,
  count: number,
  among: number,
): Promise<Cost> {
  const requests = randomReads(service.url, count, Math.min(among, stories));
  const load = { url: service.url, status: 200, connections };
  const half = Math.ceil(count / 2);
  await generateLoad({ ...load, requests: requests.slice(0, half) });
  const counted = requests.slice(half);
  const { service: ours, database } = await costOf(service, probe, () =>
    generateLoad({ ...load, requests: counted }),
  );
  return { service: ours / counted.length, database: database / counted.length };
}

/** CPU times of a second in which reads of the first `among` stories arrive at a fixed rate. */
async function secondOfReads(
  service: BuiltService,
  { probe }: ScaleStore,
  { seconds }: ScalePlan["rates"],
  perSecond: number,
  among: number,
): Promise<Cost> {
  const sockets = await openConnections(service.url, connections);
  const reads = randomReads(service.url, Math.ceil(seconds * perSecond), among, perSecond);
  try {
    const cost = await costOf(service, probe, () =>
      sendAtRate({ sockets, perSecond, seconds, next: () => reads.pop() }),
    );
    return { service: cost.service / seconds, database: cost.database / seconds };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function bytesBesideText(url: string): Promise<number> {
  const [socket] = await openConnections(url, 1);
  const path = drifterPath(apiPaths.narrative, "1");
  const { narrative } = (await (await fetch(url + path)).json()) as NarrativeRecord;
  if (socket === undefined) return 0;
  await exchange(socket, requestBytes(url, path), 200);
  socket.destroy();
  return socket.bytesRead - Buffer.byteLength(narrative);
}

/**
 * Requests for random stories of drifters 1 to `among`.
 *
 * @param sequence those of one sequence are always the same, and would be in memory the second time.
 */
export function randomReads(url: string, count: number, among: number, sequence = 0): Buffer[] {
  const random = createRandom("scale", sequence);
  return Array.from({ length: count }, () => {
    const drifterId = String(1 + Math.floor(random.next() * among));
    return requestBytes(url, drifterPath(apiPaths.narrative, drifterId));
  });
}
