import { join } from "node:path";
import hre from "hardhat";
import type { FringeDrifters } from "#chain/FringeDrifters";
import type { RuntimeConfig } from "#protocol/runtimeConfig";
import { createChain } from "../../api/src/chain.ts";
import { readSettings } from "../../api/src/env.ts";
import { runtimeConfig } from "../../api/src/runtimeConfig.ts";
import { startServer } from "../../api/src/server.ts";
import { type LocalChain, startLocalChain } from "../chain/localChain.ts";
import { localSignerKey } from "../chain/localSigner.ts";
import { generateCollection } from "../collection/generateCollection.ts";
import { forgetAuthorizations } from "./forgetAuthorizations.ts";
import { mintedDrifters } from "./plan.ts";
import { populateCollection } from "./populateCollection.ts";
import { publishTales } from "./publishTales.ts";
import type { RunStep, WorldOptions } from "./startWorld.ts";

/** What stands behind the web app. */
export interface Backstage {
  chain: LocalChain;
  contract: FringeDrifters;
  apiUrl: string;
  /** What the web app has to know of all this. */
  runtimeConfig: RuntimeConfig;
  close(): Promise<void>;
}

/**
 * Brings up a chain with the collection on it, and the API, from compiled contracts. What stands already in
 * `directory` is used again. If a step fails, what was started is ended.
 */
export async function startBackstage(
  { plan, tales, directory, ports }: WorldOptions,
  step: RunStep,
): Promise<Backstage> {
  await using started = new AsyncDisposableStack();

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
    MINT_SIGNER_KEY: localSignerKey,
    MINT_POLICY: join(import.meta.dirname, "mintPolicy.json"),
    AUTHORIZATIONS_PER_MINUTE: "1000",
    LOG_LEVEL: "warn",
  });
  await forgetAuthorizations(settings.dataDir);
  const api = await step("Start the API", () => startServer(settings));
  started.defer(() => api.close());
  await step("Tell their stories", (onProgress) =>
    publishTales({ apiUrl: api.url, chain, contract, tales, onProgress }),
  );

  const known = await runtimeConfig(settings, createChain(settings));
  const running = started.move();
  return {
    chain,
    contract,
    apiUrl: api.url,
    runtimeConfig: known,
    close: () => running.disposeAsync(),
  };
}

/** Compiles the contracts, and writes what TypeScript knows of them. */
export async function compileContracts(): Promise<void> {
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
}
