import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { RuntimeConfig } from "#protocol/runtimeConfig";
import type { BuiltWorld } from "./buildWorld.ts";
import type { LocalChain } from "./chain/localChain.ts";
import type { TcpProxy } from "./chain/tcpProxy.ts";
import type { Recipe } from "./recipe.ts";
import { renderNewPortraits } from "./renderNewPortraits.ts";
import { type StartService, serviceVariables } from "./service.ts";

/** A world that listens on this machine's ports. */
export interface OpenWorld {
  recipe: Recipe;
  /** The chain at its public URL; `ethers` works even while the chain is down. */
  chain: Omit<LocalChain, "close">;
  contract: FringeDrifters;
  apiUrl: string;
  /** Holds `narratives` and `collection`. */
  home: string;
  /** Messages for the person who requested the world. */
  notes: readonly string[];
  /** Returns the configuration of the web app. */
  runtimeConfig(): RuntimeConfig;
  /** The chain behind the proxy. */
  innerChain: LocalChain;
  /** Stops the API and the painter, but not the chain. */
  closeApi(): Promise<void>;
}

interface OpenOptions {
  startService: StartService;
  recipe: Recipe;
  /** The chain and the collection on it. */
  built: Omit<BuiltWorld, "staged">;
  home: string;
  /** Folder of the cached portraits. */
  portraits: string;
  /** The proxy that is pointed at the chain and opened, unless the recipe takes the chain down. */
  proxy: TcpProxy;
  apiPort: number;
  /** Origin of the web app. */
  publicUrl?: string | undefined;
}

/** Starts the API of a world whose stories and portraits are in `home`, and opens its ports. */
export async function openWorld(options: OpenOptions): Promise<OpenWorld> {
  const { startService, recipe, built, home, portraits, proxy, apiPort, publicUrl } = options;
  const { chainId, fork, ethers, control, url } = built.chain;
  proxy.setTarget(Number(new URL(url).port));
  await proxy.open();
  const chain = { chainId, fork, ethers, control, url: `http://127.0.0.1:${proxy.port}` };
  const collection = join(home, "collection");
  const variables = serviceVariables({
    port: apiPort,
    chain,
    contractAddress: await built.contract.getAddress(),
    narratives: join(home, "narratives"),
    collection,
    publicUrl,
  });
  const api = await startService({ ...variables, ...recipe.serviceVariables?.({ collection }) });
  const rest = recipe.fork
    ? undefined
    : renderNewPortraits({
        contract: built.contract,
        collection,
        portraits,
        onFailure: (error) => console.error("Failed to draw a new drifter's portrait:", error),
      });
  // A service that is restarted while the chain is down does not know the hash.
  const { genesisHash } = api.runtimeConfig;
  // Two worlds may have the same chain; the ID separates what pages cache of each.
  const worldId = randomUUID();
  if (recipe.isChainDown) {
    // Without the chain, the service shows the drifters that were minted when it last read it.
    await fetch(api.url + drifterPath(apiPaths.metadata, "1"));
    await proxy.close();
  }
  return {
    recipe,
    chain,
    contract: built.contract,
    apiUrl: api.url,
    home,
    notes: built.notes,
    innerChain: built.chain,
    runtimeConfig: () => ({ ...api.runtimeConfig, genesisHash, worldId }),
    async closeApi() {
      await rest?.();
      await api.close();
    },
  };
}
