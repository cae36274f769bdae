import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { lockFolder } from "#service/files";
import { buildWorld } from "./buildWorld.ts";
import { createTcpProxy } from "./chain/tcpProxy.ts";
import { exchangeFolders, keepStories, recoverFolders } from "./exchangeFolders.ts";
import { type OpenWorld, openWorld } from "./openWorld.ts";
import type { Recipe } from "./recipe.ts";
import type { StartService } from "./service.ts";
import type { RunStep } from "./step.ts";

interface StackOptions {
  startService: StartService;
  recipe: Recipe;
  /** Folder of metadata and stories, kept between starts. */
  directory: string;
  /** Folder of the cached portraits. */
  portraits: string;
  /** 0 for any free one. */
  ports: { chain: number; api: number };
  /** Origin of the web app, for feeds; without it there are none. */
  publicUrl?: string | undefined;
}

/** Chain and API behind the web app. Their ports are fixed; the world behind them can be replaced. */
export interface Stack {
  current(): OpenWorld;
  /** Replaces the current world. If this throws, the current one is unchanged. */
  change(change: WorldChange, step: RunStep): Promise<void>;
  close(): Promise<void>;
}

export interface WorldChange {
  recipe: Recipe;
  /** Whether existing stories are kept. */
  keepsStories: boolean;
  /** Whether the compiled contracts replace those of a save. */
  withNewContracts: boolean;
}

/**
 * Starts a chain with the collection, and the API, from compiled contracts. Reuses what `directory` already holds. If
 * a step fails, everything that was started is stopped.
 */
export async function startStack(
  { startService, recipe, directory, portraits, ports, publicUrl }: StackOptions,
  step: RunStep,
): Promise<Stack> {
  const proxy = await createTcpProxy(ports.chain);
  let apiPort = ports.api;
  let open: OpenWorld | undefined;

  async function change({ recipe, keepsStories, withNewContracts }: WorldChange, step: RunStep) {
    const built = await buildWorld({ recipe, directory, portraits, withNewContracts }, step);
    const home = join(directory, recipe.folder);
    const former = open;
    await former?.closeApi();
    try {
      const exchange = await moveIntoPlace({ staged: built.staged, home, keepsStories });
      const opening = openWorld({
        startService,
        recipe,
        built,
        home,
        portraits,
        proxy,
        apiPort,
        publicUrl,
      });
      open = await opening.catch(async (error) => {
        await exchange.undo();
        throw error;
      });
      apiPort = Number(new URL(open.apiUrl).port);
      await exchange.settle();
    } catch (error) {
      await built.chain.close();
      if (former) open = await reopen(former);
      throw error;
    }
    await former?.innerChain.close();
  }

  function current(): OpenWorld {
    if (!open) throw new Error("The world is not running.");
    return open;
  }

  async function close(): Promise<void> {
    await open?.closeApi();
    await proxy.close();
    await open?.innerChain.close();
  }

  const reopen = ({ recipe, home, contract, notes, innerChain }: OpenWorld) =>
    openWorld({
      startService,
      recipe,
      built: { chain: innerChain, contract, notes },
      home,
      portraits,
      proxy,
      apiPort,
      publicUrl,
    });

  try {
    await change({ recipe, keepsStories: true, withNewContracts: true }, step);
  } catch (error) {
    await close();
    throw error;
  }
  return { current, change, close };
}

/** Moves a new world's folders into place, together with the stories to keep. */
async function moveIntoPlace({ staged, home, keepsStories }: MoveOptions) {
  await mkdir(home, { recursive: true });
  await recoverFolders(home);
  const narratives = join(home, "narratives");
  // Throws if another process is using these stories.
  if (existsSync(narratives)) lockFolder(narratives)();
  if (keepsStories) await keepStories(narratives, join(staged, "narratives"));
  return exchangeFolders(staged, home);
}

interface MoveOptions extends Pick<WorldChange, "keepsStories"> {
  staged: string;
  home: string;
}
