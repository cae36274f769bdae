import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { type LocalChain, startLocalChain } from "./chain/localChain.ts";
import { paintCollection } from "./portraits/paintCollection.ts";
import { readDrifters } from "./readDrifters.ts";
import type { Recipe } from "./recipe.ts";
import type { RunStep } from "./step.ts";

/** A complete world that is not yet reachable from outside. */
export interface BuiltWorld {
  chain: LocalChain;
  contract: FringeDrifters;
  /** Holds `narratives` and `collection`, to be moved to the world's home. */
  staged: string;
  /** Messages for the person who requested the world. */
  notes: readonly string[];
}

interface BuildOptions {
  recipe: Recipe;
  /** Folder of all worlds of this working tree. */
  directory: string;
  /** Folder of the cached portraits. */
  portraits: string;
  withNewContracts: boolean;
}

/**
 * Builds a world beside the running one, so a failure here changes nothing.
 * Portraits that were ever painted are used again.
 */
export async function buildWorld(options: BuildOptions, step: RunStep): Promise<BuiltWorld> {
  const { recipe, directory, portraits, withNewContracts } = options;
  await using started = new AsyncDisposableStack();
  const staged = join(directory, "staged");
  const narratives = join(staged, "narratives");
  await rm(staged, { recursive: true, force: true });
  const collection = join(staged, "collection");
  for (const folder of [narratives, collection]) await mkdir(folder, { recursive: true });

  const chain = await step("Start the chain", () => startLocalChain({ fork: recipe.fork }));
  started.defer(() => chain.close());
  const notes: string[] = [];
  const note = (sentence: string) => void notes.push(sentence);
  const contract = await recipe.runCommand(
    { chain, narratives, collection, withNewContracts, note },
    step,
  );
  if (!recipe.fork) {
    await step("Paint their portraits", async (onProgress) =>
      paintCollection({
        drifters: await readDrifters(contract),
        directory: collection,
        cache: portraits,
        paintedAtMost: recipe.paintedAtMost,
        onProgress,
      }),
    );
  }
  started.move();
  return { chain, contract, staged, notes };
}
