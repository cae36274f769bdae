import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApiProcess } from "../../scripts/crash/apiProcess.ts";
import { requestResource } from "../../scripts/test/resources.ts";
import type { WorldPlan } from "../../scripts/world/plan.ts";
import { scenarioRecipe } from "../../scripts/world/recipe.ts";
import { standardScenario } from "../../scripts/world/scenario.ts";
import { startBackstage } from "../../scripts/world/startBackstage.ts";
import type { World } from "../../scripts/world/startWorld.ts";
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
export interface TestWorld
  extends Pick<World, "chain" | "contract" | "apiUrl" | "webUrl" | "close"> {
  directory: string;
}

/** The world of `npm start`, which can become another one. */
export interface DevelopmentWorld extends World {
  directory: string;
}

/** The small world, in a folder of its own, on free ports. Close it in an `after` hook. */
export function startTestWorld(build: "development"): Promise<DevelopmentWorld>;
export function startTestWorld(build: Build): Promise<TestWorld>;
export async function startTestWorld(build: Build): Promise<TestWorld> {
  const directory = await mkdtemp(join(tmpdir(), "fringe-drifters-world-"));
  const world = await (build === "development" ? startDevelopment : startProduction)(directory);
  const close = async () => {
    await world.close();
    await rm(directory, { recursive: true });
  };
  return { ...world, directory, close };
}

async function startDevelopment(directory: string): Promise<World> {
  // A build at the same time would have the development server reload its pages.
  await requestResource("page");
  // It brings the bundler, which only this build needs.
  const { startWorld } = await import("../../scripts/world/startWorld.ts");
  const ports = { chain: 0, api: 0, web: 0 };
  const bundles = join(directory, "bundles");
  return startWorld(
    { plan: smallPlan, tales: [], directory, portraits, bundles, ports },
    quietStep,
  );
}

async function startProduction(directory: string) {
  await using started = new AsyncDisposableStack();
  const recipe = scenarioRecipe({ name: standardScenario, plan: smallPlan, tales: [] });
  const ports = { chain: 0, api: 0 };
  const backstage = await startBackstage({ recipe, directory, portraits, ports }, quietStep);
  started.defer(() => backstage.close());
  const { chain, contract } = backstage.current();
  const production = await serveProduction({ chain, contract, directory });
  started.defer(() => production.close());
  const running = started.move();
  return { chain, contract, ...production, close: () => running.disposeAsync() };
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
