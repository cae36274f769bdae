import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import type { RunStep } from "../shared/commandLine/step.ts";
import { startTcpProxy } from "../shared/tcpProxy.ts";
import { type BuiltWorld, buildWorld, type WorldSource } from "./buildWorld.ts";
import { findNames } from "./chain/deployNames.ts";
import type { LocalChain } from "./chain/localChain.ts";
import { type Exchange, moveIntoPlace, recoverFolders } from "./exchangeFolders.ts";
import { type PaintCollection, paintCollection } from "./portraits/paintCollection.ts";
import { renderNewPortraits } from "./portraits/renderNewPortraits.ts";
import type { Recipe } from "./recipe.ts";
import { describeFacts } from "./savedWorld.ts";
import { type StartService, serviceVariables } from "./service.ts";
import {
  digestContract,
  type JournalHeader,
  journalPath,
  type StoppedWorld,
  writeLastFolder,
} from "./stoppedWorld.ts";

interface StackOptions {
  startService: StartService;
  /** Draws portraits; in this process by default. */
  paint?: PaintCollection;
  recipe: Recipe;
  /** The world to continue instead of building it anew. */
  resumed?: StoppedWorld | undefined;
  /** Whether the compiled contracts replace the resumed world's; true by default. */
  withNewContracts?: boolean;
  /** Folder with metadata and stories, which persists between starts. */
  directory: string;
  /** Folder with cached portraits. */
  portraits: string;
  /** 0 selects a free port. */
  ports: { chain: number; api: number };
  /** The web app's origin, for feeds; without an origin, there are no feeds. */
  publicUrl?: string | undefined;
}

/** Chain and API behind the web app. Their ports are fixed; the world behind them can be replaced. */
export interface Stack {
  current(): OpenWorld;
  /** Replaces the current world. If this throws, the current world is unchanged. */
  change(change: WorldChange, step: RunStep): Promise<void>;
  close(): Promise<void>;
}

export interface WorldChange extends WorldSource {
  /** Whether to keep existing stories. */
  keepsStories: boolean;
}

/** A world that listens on this machine's ports. */
export interface OpenWorld extends BuiltWorld {
  recipe: Recipe;
  /** The chain at its public URL; `ethers` works even while the chain is down. */
  publicChain: Omit<LocalChain, "close">;
  apiUrl: string;
  /** Folder with `narratives` and `collection`. */
  home: string;
  worldId: string;
  /** Returns the web app's configuration. */
  runtimeConfig(): RuntimeConfig;
  /** Stops the API and the painter, but not the chain. */
  closeApi(): Promise<void>;
}

/**
 * Starts a chain with the collection, and the API, from compiled contracts. Reuses what `directory`
 * already contains. If a step fails, stops everything that was started. One closure, because each
 * step changes the open world and its ports.
 */
export async function startStack(
  {
    startService,
    paint = paintCollection,
    recipe,
    directory,
    portraits,
    ports,
    publicUrl,
    ...first
  }: StackOptions,
  step: RunStep,
): Promise<Stack> {
  const proxy = await startTcpProxy(ports.chain);
  const staged = join(directory, "staged");
  let apiPort = ports.api;
  let open: OpenWorld | undefined;

  async function change({ keepsStories, ...wanted }: WorldChange, step: RunStep) {
    const { recipe, resumed, withNewContracts } = wanted;
    const home = join(directory, recipe.folder);
    if (resumed) await recoverFolders(home);
    else await rm(staged, { recursive: true, force: true });
    const built = await buildWorld(
      { ...wanted, folder: resumed ? home : staged, portraits, paint },
      step,
    );
    const former = open;
    await former?.closeApi();
    let exchange: Exchange | undefined;
    try {
      if (!resumed) exchange = await moveIntoPlace({ staged, home, keepsStories });
      const keepsChain = resumed && !withNewContracts;
      // Two worlds may have the same chain, so this ID separates the pages' caches.
      const worldId = keepsChain ? resumed.facts.worldId : randomUUID();
      open = await openWorld({ recipe, built, home, worldId });
      apiPort = Number(new URL(open.apiUrl).port);
      const bytecode = keepsChain ? resumed.facts.bytecode : await digestContract();
      built.chain.journal.persist(journalPath(home), {
        ...(await describeFacts(recipe, built.contract)),
        worldId,
        ...(!recipe.fork && { bytecode }),
      } satisfies JournalHeader);
      await writeLastFolder(directory, recipe.folder);
    } catch (error) {
      // The new API uses the former one's port.
      if (open !== former) await open?.closeApi();
      open = former;
      await built.chain.close();
      await exchange?.undo();
      if (former) open = await openWorld({ ...former, built: former });
      throw error;
    }
    await former?.chain.close();
    await exchange?.settle();
  }

  /** Starts the API of a world whose stories and portraits are in `home`, and opens its ports. */
  async function openWorld({
    recipe,
    built,
    home,
    worldId,
  }: Pick<OpenWorld, "recipe" | "home" | "worldId"> & { built: BuiltWorld }): Promise<OpenWorld> {
    const { chain, contract, notes } = built;
    proxy.setTarget(Number(new URL(chain.url).port));
    await proxy.restore();
    const publicChain = { ...chain, url: `http://127.0.0.1:${proxy.port}` };
    const collection = join(home, "collection");
    const variables = serviceVariables({
      port: apiPort,
      chain: publicChain,
      contractAddress: await contract.getAddress(),
      narratives: join(home, "narratives"),
      collection,
      publicUrl,
    });
    const ensResolver = await findNames(chain);
    const api = await startService({
      ...variables,
      ...(ensResolver && { ENS_RESOLVER: ensResolver }),
      ...recipe.serviceVariables?.({ collection }),
    });
    const onFailure = (error: unknown) =>
      console.error("Failed to draw a new token's portrait:", error);
    const rest = recipe.fork
      ? undefined
      : renderNewPortraits({ contract, collection, portraits, paint, onFailure });
    // A service restarted while the chain is down does not know the hash.
    const { genesisHash } = api.runtimeConfig;
    if (recipe.isChainDown) {
      // While the chain is down, the service shows the tokens that were minted at its last read.
      await fetch(api.url + tokenPath(apiPaths.metadata, "1"));
      await proxy.reject();
    }
    return {
      ...{ recipe, chain, publicChain, contract, apiUrl: api.url, home, worldId, notes },
      runtimeConfig: () => ({ ...api.runtimeConfig, genesisHash, worldId }),
      async closeApi() {
        await rest?.();
        await api.close();
      },
    };
  }

  function current(): OpenWorld {
    if (!open) throw new Error("The world is not running.");
    return open;
  }

  async function close(): Promise<void> {
    await open?.closeApi();
    await proxy.reject();
    await open?.chain.close();
  }

  try {
    await change({ recipe, keepsStories: true, withNewContracts: true, ...first }, step);
  } catch (error) {
    await close();
    throw error;
  }
  return { current, change, close };
}
