import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { localSignerKey } from "#protocol/chain/localWorld";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import { createChain, runtimeConfig } from "#service/chain";
import { startServer } from "#service/server";
import { readSettings } from "#service/settings";
import { compileCache } from "../shared/cacheFolders.ts";
import { childEnvironment } from "../shared/childEnvironment.ts";
import type { LocalChain } from "./chain/localChain.ts";

/** Environment variables of the service. */
export type ServiceVariables = Readonly<Record<string, string>>;

/** A running service of a local world. */
export interface Service {
  url: string;
  /** The web app's configuration. */
  runtimeConfig: RuntimeConfig;
  close(): Promise<void>;
}

/** Starts the service of a local world; throws as `startServer` does. */
export type StartService = (variables: ServiceVariables) => Promise<Service>;

interface VariableOptions {
  /** 0 selects a free port. */
  port: number;
  chain: Pick<LocalChain, "url" | "chainId">;
  contractAddress: string;
  /** Folder for the stories. */
  narratives: string;
  /** Folder with metadata and portraits. */
  collection: string;
  /** The web app's origin, for feeds; without an origin, there are no feeds. */
  publicUrl?: string | undefined;
  /** Rate limits per address and per token; production limits by default. */
  savesPerMinute?: number;
}

/** Returns the environment variables of a local world's service. */
export function serviceVariables(options: VariableOptions): ServiceVariables {
  const { port, chain, contractAddress, narratives, collection } = options;
  const { publicUrl = "", savesPerMinute = "" } = options;
  return {
    PORT: String(port),
    RPC_URL: chain.url,
    CHAIN_ID: String(chain.chainId),
    CONTRACT_ADDRESS: contractAddress,
    DATA_DIR: narratives,
    COLLECTION_DIR: collection,
    PUBLIC_URL: publicUrl,
    SAVES_PER_MINUTE: String(savesPerMinute),
    SAVES_PER_TOKEN_PER_MINUTE: String(savesPerMinute),
    MINT_SIGNER_KEY: localSignerKey,
    SALE_FILE: join(import.meta.dirname, "../../collection/sale.json"),
    AUTHORIZATIONS_PER_MINUTE: "1000",
    LOG_LEVEL: "warn",
  };
}

/** Starts the service in this process, with the loaded code. */
export const startService: StartService = async (variables) => {
  const settings = readSettings(variables);
  const server = await startServer(settings);
  return {
    url: server.url,
    runtimeConfig: await runtimeConfig(settings, createChain(settings)),
    close: () => server.close(),
  };
};

/**
 * Starts the service in a separate process, which Node restarts after each source change. If the
 * service fails to start, Node prints the error and waits for the next change.
 */
export const startWatchedService: StartService = async (variables) => {
  const watcher = spawn(
    process.execPath,
    ["--watch", "--watch-preserve-output", join(import.meta.dirname, "serviceProcess.ts")],
    {
      env: childEnvironment({ ...variables, NODE_COMPILE_CACHE: compileCache }),
      // The service exits when its standard input closes.
      stdio: ["pipe", "inherit", "inherit", "ipc"],
    },
  );
  const ended = once(watcher, "exit");
  // On a second Ctrl-C, this process ends without closing the service, whose watcher would wait for a change forever.
  const kill = () => void watcher.kill();
  process.once("exit", kill);
  const { promise: started, resolve } = Promise.withResolvers<string>();
  // Node's own messages about watched files are objects.
  watcher.on("message", (message) => typeof message === "string" && resolve(message));
  const url = await Promise.race([started, ended.then(() => Promise.reject(failure()))]);
  const settings = readSettings(variables);
  return {
    url,
    runtimeConfig: await runtimeConfig(settings, createChain(settings)),
    async close() {
      process.off("exit", kill);
      watcher.kill();
      await ended;
    },
  };
};

function failure(): Error {
  return new Error("The service did not start; its message is above.");
}
