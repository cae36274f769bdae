import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { apiPaths, drifterPath } from "#protocol/paths";
import { createRandom } from "../../../../shared/random.ts";
import type { Bench } from "../bench.ts";
import { generateLoad, requestBytes } from "../loadGenerator.ts";
import { connections, type Plan, storyBytes } from "../plan.ts";

/** Memory of the production build while it reads more stories than its cache holds. */
export interface MemoryFigures {
  stories: number;
  /** Size of each story. */
  storyBytes: number;
  /** Before the first read, once nothing is left to prepare. */
  startBytes: number;
  /** After each pass over all stories. */
  passBytes: number[];
  /** After a search, whose thread has ended before the passes. */
  searchBytes: number;
  mostBytes: number;
}

const searchPath = `${apiPaths.narratives}?query=the`;

/** Reads every story in random order, several times. The reads' folder must exist and be unlocked. */
export async function measureMemory(
  { folder, chain, startService }: Bench,
  { reads, memory }: Plan,
  onProgress: (done: string) => void,
): Promise<MemoryFigures> {
  const store = { DATA_DIR: join(folder, "reads") };
  const service = await startService({ store, rpcUrl: chain.url }, folder);
  const residentBytes = async () => (await service.usage()).residentBytes;
  try {
    // Answered once the index is up to date.
    await readSearch(service.url);
    await delay(memory.idleMilliseconds);
    const startBytes = await residentBytes();
    const passBytes: number[] = [];
    for (let pass = 1; pass <= memory.passes; pass += 1) {
      onProgress(`pass ${pass} of ${memory.passes}`);
      const requests = shuffledReads(service.url, reads.stories, pass);
      await generateLoad({ url: service.url, requests, status: 200, connections });
      passBytes.push(await residentBytes());
    }
    await readSearch(service.url);
    const searchBytes = await residentBytes();
    const { mostResidentBytes: mostBytes } = await service.usage();
    return { stories: reads.stories, storyBytes, startBytes, passBytes, searchBytes, mostBytes };
  } finally {
    await service.end();
  }
}

async function readSearch(url: string): Promise<void> {
  const response = await fetch(url + searchPath);
  if (!response.ok) throw new Error(`${searchPath} was answered with ${response.status}.`);
  await response.arrayBuffer();
}

/** Returns a request for each story in a reproducible random order. */
function shuffledReads(url: string, stories: number, seed: number): Buffer[] {
  const random = createRandom("reads", seed);
  const places = Array.from({ length: stories }, (_, index) => [random.next(), index + 1] as const);
  places.sort(([a], [b]) => a - b);
  return places.map(([, drifterId]) =>
    requestBytes(url, drifterPath(apiPaths.narrative, String(drifterId))),
  );
}
