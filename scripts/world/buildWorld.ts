import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { CollectionContract } from "#chain/collection";
import { formatTimestamp } from "#localChain/timeTarget";
import type { RunStep } from "../shared/commandLine/step.ts";
import { type LocalChain, startLocalChain } from "./chain/localChain.ts";
import { assertReachable } from "./fork/liveCollection.ts";
import type { PaintCollection } from "./portraits/paintCollection.ts";
import type { Recipe } from "./recipe.ts";
import { replayWorld } from "./savedWorld.ts";
import { readTokens } from "./scenarios/readTokens.ts";
import type { StoppedWorld } from "./stoppedWorld.ts";

/** A complete world that is not yet reachable from outside. */
export interface BuiltWorld {
  chain: LocalChain;
  contract: CollectionContract;
  /** Messages for the user who requested the world. */
  notes: readonly string[];
}

/** What a world is built from. */
export interface WorldSource {
  recipe: Recipe;
  /** The world to continue in its folder. */
  resumed?: StoppedWorld | undefined;
  /** Whether the compiled contracts replace the saved chain's contracts. */
  withNewContracts: boolean;
}

interface BuildOptions extends WorldSource {
  /** Contains or receives `narratives` and `collection`. */
  folder: string;
  /** Folder with cached portraits. */
  portraits: string;
  paint: PaintCollection;
}

/** Builds a world next to the running world, so that a failure changes nothing. Reuses cached portraits. */
export async function buildWorld(
  { recipe, resumed, folder, portraits, paint, withNewContracts }: BuildOptions,
  step: RunStep,
): Promise<BuiltWorld> {
  await using started = new AsyncDisposableStack();
  const [narratives, collection] = [join(folder, "narratives"), join(folder, "collection")];
  for (const each of [narratives, collection]) await mkdir(each, { recursive: true });

  if (recipe.fork) await assertReachable(recipe.fork.live, resumed !== undefined);
  const chain = await step("Start the chain", () =>
    startLocalChain({
      fork: recipe.fork?.live,
      startsAt: resumed ? resumed.facts.startsAt : recipe.startsAt,
    }),
  );
  started.defer(() => chain.close());
  const notes: string[] = [];
  const note = (sentence: string) => void notes.push(sentence);
  const site = { chain, narratives, collection, withNewContracts, note };
  const contract = await (resumed ? replayWorld(site, resumed, step) : recipe.fill(site, step));
  if (resumed) note(await describeLatest(chain));
  if (!recipe.fork) {
    const missing = await step("Paint their portraits", async (onProgress) =>
      paint({
        tokens: await readTokens(contract),
        directory: collection,
        cache: portraits,
        paintedAtMost: recipe.paintedAtMost,
        onProgress,
      }),
    );
    if (missing.length > 0) {
      note(
        `${missing.length} minted tokens have no art and show collection/missing.svg: ${missing.slice(0, 10).join(", ")}${missing.length > 10 ? ", …" : ""}. Add their pictures: npm run collection -- art DIR`,
      );
    }
  }
  started.move();
  return { chain, contract, notes };
}

async function describeLatest({ ethers }: LocalChain): Promise<string> {
  const block = await ethers.provider.getBlock("latest");
  return `The chain goes on at block ${block?.number}, dated ${formatTimestamp(block?.timestamp ?? 0)}.`;
}
