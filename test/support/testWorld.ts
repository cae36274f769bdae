import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApiProcess } from "../../scripts/crash/apiProcess.ts";
import { requestResource } from "../../scripts/test/resources.ts";
import type { WorldPlan } from "../../scripts/world/plan.ts";
import { startWorld, type World } from "../../scripts/world/startWorld.ts";
import { compileCache } from "./compileCache.ts";
import { portraits } from "./portraits.ts";
import { quietStep } from "./quietStep.ts";

const root = join(import.meta.dirname, "..", "..");

/** Two phases of a few drifters each: brought up in seconds. Account 5 owns none. */
const smallPlan: WorldPlan = {
  phases: [
    {
      name: "First Dust",
      startingPoint: 1,
      endPoint: 13,
      mints: [
        { account: 2, quantity: 9 },
        { account: 3, quantity: 2 },
      ],
      gifts: [4],
    },
    {
      name: "Lantern Season",
      startingPoint: 101,
      endPoint: 121,
      mints: [{ account: 3, quantity: 1 }],
      gifts: [],
    },
  ],
};

/** Which build of the app a world shows. */
export type Build = "development" | "production";

/** A world, and the folder in which it keeps what it has. */
export interface TestWorld extends World {
  directory: string;
}

/** The small world, in a folder of its own, on free ports. Close it in an `after` hook. */
export async function startTestWorld(build: Build): Promise<TestWorld> {
  const directory = await mkdtemp(join(tmpdir(), "fringe-drifters-world-"));
  const ports = { chain: 0, api: 0, web: 0 };
  const world = await startWorld(
    { plan: smallPlan, tales: [], directory, portraits, ports },
    quietStep,
  );
  const close = async () => {
    await world.close();
    await rm(directory, { recursive: true });
  };
  if (build === "development") return { ...world, directory, close };
  try {
    const production = await serveProduction({ ...world, directory });
    return { ...world, ...production, directory, close: () => production.close().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Serves the build as an operator does: `npm run serve`, told everything by its environment.
 * Each server of a world keeps its own stories.
 */
export async function serveProduction(
  { chain, contract, directory }: Pick<TestWorld, "chain" | "contract" | "directory">,
  environment: Record<string, string> = {},
) {
  await requestResource("page");
  const { url, stop } = await startApiProcess(
    {
      RPC_URL: chain.url,
      CHAIN_ID: String(chain.chainId),
      CONTRACT_ADDRESS: await contract.getAddress(),
      DATA_DIR: join(directory, `narratives-${randomUUID()}`),
      COLLECTION_DIR: join(directory, "collection"),
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
    },
    root,
  );
  return { apiUrl: url, webUrl: url, close: stop };
}
