import { join } from "node:path";
import { apiPaths, drifterPath } from "#protocol/paths";
import { createRandom } from "../../../../shared/random.ts";
import type { Bench } from "../bench.ts";
import { generateLoad, requestBytes } from "../loadGenerator.ts";
import { connections, type Plan, storyBytes } from "../plan.ts";

/** Memory of the service while it reads more stories than its cache holds. */
export interface MemoryFigures {
  stories: number;
  /** Size of each story. */
  storyBytes: number;
  /** Before the first read. */
  startBytes: number;
  /** After each pass over all stories. */
  passBytes: number[];
  mostBytes: number;
}

/** Reads every story in random order, several times. The reads' folder must exist and be unlocked. */
export async function measureMemory(
  { folder, chain, startServer }: Bench,
  { reads, memory }: Plan,
  onProgress: (done: string) => void,
): Promise<MemoryFigures> {
  const store = { DATA_DIR: join(folder, "reads") };
  const server = await startServer("ours", { store, rpcUrl: chain.url });
  try {
    const { residentBytes: startBytes } = await server.usage();
    const passBytes: number[] = [];
    for (let pass = 1; pass <= memory.passes; pass += 1) {
      onProgress(`pass ${pass} of ${memory.passes}`);
      const requests = shuffledReads(server.url, reads.stories, pass);
      await generateLoad({ url: server.url, requests, status: 200, connections });
      passBytes.push((await server.usage()).residentBytes);
    }
    const { mostResidentBytes: mostBytes } = await server.usage();
    return { stories: reads.stories, storyBytes, startBytes, passBytes, mostBytes };
  } finally {
    await server.end();
  }
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
