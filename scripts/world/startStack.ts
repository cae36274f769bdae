import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { lockFolder } from "#service/files";
import { createDoor } from "./chain/door.ts";
import { exchangeFolders, keepStories, recoverFolders } from "./exchangeFolders.ts";
import { type OpenWorld, openWorld } from "./openWorld.ts";
import { raiseWorld } from "./raiseWorld.ts";
import type { Recipe } from "./recipe.ts";
import type { RunStep } from "./step.ts";

interface StackOptions {
  recipe: Recipe;
  /** Where metadata and stories are kept from one start to the next. */
  directory: string;
  /** Where every portrait that was ever painted is kept. */
  portraits: string;
  /** 0 for any free one. */
  ports: { chain: number; api: number };
}

/** What stands behind the web app. Its ports stay; all else may become another world. */
export interface Stack {
  current(): OpenWorld;
  /** Lets another world take the place of the current one. If this throws, the current one stands as it was. */
  change(change: WorldChange, step: RunStep): Promise<void>;
  close(): Promise<void>;
}

export interface WorldChange {
  recipe: Recipe;
  /** Whether existing stories are kept. */
  keepsStories: boolean;
  /** Whether the contracts that are compiled now matter more than what was saved. */
  withNewContracts: boolean;
}

/**
 * Brings up a chain with the collection on it, and the API, from compiled contracts. What stands already in
 * `directory` is used again. If a step fails, what was started is ended.
 */
export async function startStack(
  { recipe, directory, portraits, ports }: StackOptions,
  step: RunStep,
): Promise<Stack> {
  const door = await createDoor(ports.chain);
  let apiPort = ports.api;
  let open: OpenWorld | undefined;

  async function change({ recipe, keepsStories, withNewContracts }: WorldChange, step: RunStep) {
    const raised = await raiseWorld({ recipe, directory, portraits, withNewContracts }, step);
    const home = join(directory, recipe.folder);
    const former = open;
    await former?.closeApi();
    try {
      const exchange = await moveIn({ staged: raised.staged, home, keepsStories });
      open = await openWorld({ recipe, raised, home, portraits, door, apiPort }).catch(
        async (error) => {
          await exchange.undo();
          throw error;
        },
      );
      apiPort = Number(new URL(open.apiUrl).port);
      await exchange.settle();
    } catch (error) {
      await raised.chain.close();
      if (former) open = await reopen(former);
      throw error;
    }
    await former?.innerChain.close();
  }

  function current(): OpenWorld {
    if (!open) throw new Error("The world is not up.");
    return open;
  }

  async function close(): Promise<void> {
    await open?.closeApi();
    await door.shut();
    await open?.innerChain.close();
  }

  const reopen = ({ recipe, home, contract, notes, innerChain }: OpenWorld) =>
    openWorld({
      recipe,
      raised: { chain: innerChain, contract, notes },
      home,
      portraits,
      door,
      apiPort,
    });

  try {
    await change({ recipe, keepsStories: true, withNewContracts: true }, step);
  } catch (error) {
    await close();
    throw error;
  }
  return { current, change, close };
}

/** Puts what was raised where it belongs, beside the stories that are to stay. */
async function moveIn({ staged, home, keepsStories }: MoveOptions) {
  await mkdir(home, { recursive: true });
  await recoverFolders(home);
  const narratives = join(home, "narratives");
  // Another process may keep its stories here: these are not ours to move.
  if (existsSync(narratives)) lockFolder(narratives)();
  if (keepsStories) await keepStories(narratives, join(staged, "narratives"));
  return exchangeFolders(staged, home);
}

interface MoveOptions extends Pick<WorldChange, "keepsStories"> {
  staged: string;
  home: string;
}
