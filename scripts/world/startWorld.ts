import { join } from "node:path";
import hre from "hardhat";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { createChain } from "../../api/src/chain.ts";
import { readSettings } from "../../api/src/env.ts";
import { runtimeConfig } from "../../api/src/runtimeConfig.ts";
import { startServer } from "../../api/src/server.ts";
import { startDevServer } from "../../web/devServer.ts";
import { type LocalChain, startLocalChain } from "../chain/localChain.ts";
import { generateCollection } from "../collection/generateCollection.ts";
import type { Tale } from "../collection/tales.ts";
import { mintedDrifters, type WorldPlan } from "./plan.ts";
import { populateCollection } from "./populateCollection.ts";
import { publishTales } from "./publishTales.ts";

export interface WorldOptions {
  plan: WorldPlan;
  /** Stories that their drifters' owners tell, unless they are told already. */
  tales: readonly Tale[];
  /** Where portraits, metadata and stories are kept from one start to the next. */
  directory: string;
  /** 0 for any free one. */
  ports: { chain: number; api: number; web: number };
}

/** A chain, a collection, an API and a web app that know each other. */
export interface World {
  plan: WorldPlan;
  chain: LocalChain;
  contract: FringeDrifters;
  apiUrl: string;
  webUrl: string;
  close(): Promise<void>;
}

export type ReportProgress = (progress: { done: number; total: number }) => void;

/** Runs one named step; the caller decides how it is shown. */
export type RunStep = <Result>(
  title: string,
  work: (onProgress: ReportProgress) => Promise<Result>,
) => Promise<Result>;

/**
 * Brings up everything that runs on a developer's machine, in this process, on 127.0.0.1.
 * What stands already in `directory` is used again. If a step fails, what was started is ended.
 */
export async function startWorld(options: WorldOptions, step: RunStep): Promise<World> {
  const { plan, tales, directory, ports } = options;
  await using started = new AsyncDisposableStack();

  await step("Compile the contracts", compile);
  const chain = await step("Start the chain", () => startLocalChain(ports.chain));
  started.defer(() => chain.close());

  const contract = await step("Mint the drifters", (onProgress) =>
    populateCollection({ chain, plan, baseURI: "/drifters/metadata/", onProgress }),
  );
  await step("Paint their portraits", (onProgress) =>
    generateCollection({
      drifters: mintedDrifters(plan),
      directory: join(directory, "collection"),
      onProgress,
    }),
  );

  const settings = readSettings({
    PORT: String(ports.api),
    RPC_URL: chain.url,
    CHAIN_ID: String(chain.chainId),
    CONTRACT_ADDRESS: await contract.getAddress(),
    DATA_DIR: join(directory, "narratives"),
    COLLECTION_DIR: join(directory, "collection"),
    LOG_LEVEL: "warn",
  });
  const api = await step("Start the API", () => startServer(settings));
  started.defer(() => api.close());
  await step("Tell their stories", (onProgress) =>
    publishTales({ apiUrl: api.url, chain, contract, tales, onProgress }),
  );

  const web = await step("Start the web app", async () =>
    startDevServer({
      apiUrl: api.url,
      runtimeConfig: await runtimeConfig(settings, createChain(settings)),
      port: ports.web,
    }),
  );
  started.defer(() => web.close());

  const running = started.move();
  return {
    plan,
    chain,
    contract,
    apiUrl: api.url,
    webUrl: web.url,
    close: () => running.disposeAsync(),
  };
}

async function compile(): Promise<void> {
  await hre.tasks.getTask("build").run({ quiet: true });
}
