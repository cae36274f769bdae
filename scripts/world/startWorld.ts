import { join } from "node:path";
import hre from "hardhat";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { type LocalChain, startLocalChain } from "../chain/localChain.ts";
import { generateCollection } from "../collection/generateCollection.ts";
import { loadTales } from "../collection/tales.ts";
import { mintedDrifters, type WorldPlan } from "./plan.ts";
import { populateCollection } from "./populateCollection.ts";
import { publishTales } from "./publishTales.ts";

export interface WorldOptions {
  plan: WorldPlan;
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

export type Progress = (done: number, total: number) => void;

/** Runs one named step; the caller decides how it is shown. */
export type RunStep = <Result>(
  title: string,
  work: (progress: Progress) => Promise<Result>,
) => Promise<Result>;

/**
 * Brings up everything that runs on a developer's machine, in this process, on 127.0.0.1.
 * What stands already in `directory` is used again. If a step fails, what was started is ended.
 */
export async function startWorld(options: WorldOptions, step: RunStep): Promise<World> {
  const { plan, directory, ports } = options;
  await using started = new AsyncDisposableStack();

  await step("Compile the contracts", compile);
  const chain = await step("Start the chain", () => startLocalChain(ports.chain));
  started.defer(() => chain.close());

  const contract = await step("Mint the drifters", (onProgress) =>
    populateCollection({ chain, plan, baseURI: "/drifters/metadata/", onProgress }),
  );
  const drifters = mintedDrifters(plan);
  const collectionDirectory = join(directory, "collection");
  await step("Paint their portraits", (onProgress) =>
    generateCollection({ drifters, directory: collectionDirectory, onProgress }),
  );
  return { } as World;
}

async function compile(): Promise<void> {
  await hre.tasks.getTask("build").run({ quiet: true });
}
