import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CollectionContract } from "#chain/collection";
import { formatTimestamp } from "#localChain/timeTarget";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import { lockFolder } from "#service/files";
import type { RunStep } from "../shared/commandLine/step.ts";
import { startTcpProxy } from "../shared/tcpProxy.ts";
import { findNames } from "./chain/deployNames.ts";
import { type LocalChain, startLocalChain } from "./chain/localChain.ts";
import { copyStories, exchangeFolders, recoverFolders } from "./exchangeFolders.ts";
import { assertReachable } from "./fork/liveCollection.ts";
import { paintCollection } from "./portraits/paintCollection.ts";
import { renderNewPortraits } from "./portraits/renderNewPortraits.ts";
import type { Recipe } from "./recipe.ts";
import { describeFacts, replayWorld } from "./savedWorld.ts";
import { readTokens } from "./scenarios/readTokens.ts";
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

export interface WorldChange {
  recipe: Recipe;
  /** The world to continue in its folder. */
  resumed?: StoppedWorld | undefined;
  /** Whether to keep existing stories. */
  keepsStories: boolean;
  /** Whether the compiled contracts replace the saved chain's contracts. */
  withNewContracts: boolean;
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

/** A complete world that is not yet reachable from outside. */
interface BuiltWorld {
  chain: LocalChain;
  contract: CollectionContract;
  /** Messages for the user who requested the world. */
  notes: readonly string[];
}

/**
 * Starts a chain with the collection, and the API, from compiled contracts. Reuses what `directory`
 * already contains. If a step fails, stops everything that was started. One closure, because each
 * step changes the open world and its ports.
 */
export async function startStack(
  { startService, recipe, directory, portraits, ports, publicUrl, ...first }: StackOptions,
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
    const built = await buildWorld({ ...wanted, folder: resumed ? home : staged, portraits }, step);
    const former = open;
    await former?.closeApi();
    try {
      const exchange = resumed ? undefined : await moveIntoPlace({ staged, home, keepsStories });
      const keepsChain = resumed && !withNewContracts;
      // Two worlds may have the same chain, so this ID separates the pages' caches.
      const worldId = keepsChain ? resumed.facts.worldId : randomUUID();
      open = await openWorld({ recipe, built, home, worldId }).catch(async (error) => {
        await exchange?.undo();
        throw error;
      });
      apiPort = Number(new URL(open.apiUrl).port);
      await exchange?.settle();
      const bytecode = keepsChain ? resumed.facts.bytecode : await digestContract();
      built.chain.journal.persist(journalPath(home), {
        ...(await describeFacts(recipe, built.contract)),
        worldId,
        ...(!recipe.fork && { bytecode }),
      } satisfies JournalHeader);
      await writeLastFolder(directory, recipe.folder);
    } catch (error) {
      await built.chain.close();
      if (former) open = await openWorld({ ...former, built: former });
      throw error;
    }
    await former?.chain.close();
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
      : renderNewPortraits({ contract, collection, portraits, onFailure });
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

interface BuildOptions extends Omit<WorldChange, "keepsStories"> {
  /** Contains or receives `narratives` and `collection`. */
  folder: string;
  /** Folder with cached portraits. */
  portraits: string;
}

/** Builds a world next to the running world, so that a failure changes nothing. Reuses cached portraits. */
async function buildWorld(
  { recipe, resumed, folder, portraits, withNewContracts }: BuildOptions,
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
      paintCollection({
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

interface MoveOptions extends Pick<WorldChange, "keepsStories"> {
  staged: string;
  home: string;
}

/** Moves a new world's folders into place, together with the stories to keep. */
async function moveIntoPlace({ staged, home, keepsStories }: MoveOptions) {
  await mkdir(home, { recursive: true });
  await recoverFolders(home);
  const narratives = join(home, "narratives");
  // Throws if a different process is using these stories.
  if (existsSync(narratives)) lockFolder(narratives)();
  if (keepsStories) await copyStories(narratives, join(staged, "narratives"));
  return exchangeFolders(staged, home);
}
