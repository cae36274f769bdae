import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApiProcess } from "../../scripts/crash/apiProcess.ts";
import type { WorldPlan } from "../../scripts/world/plan.ts";
import { scenarioRecipe } from "../../scripts/world/recipe.ts";
import { standardScenario } from "../../scripts/world/scenario.ts";
import { startBackstage } from "../../scripts/world/startBackstage.ts";
import type { World } from "../../scripts/world/startWorld.ts";
import { compileCache } from "./compileCache.ts";
import { type BuildPlaces, buildIfStale } from "./pageBuild.ts";
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
  // It brings the bundler, which only this build needs.
  const { startWorld } = await import("../../scripts/world/startWorld.ts");
  const ports = { chain: 0, api: 0, web: 0 };
  return startWorld({ plan: smallPlan, tales: [], directory, portraits, ports }, quietStep);
}

async function startProduction(directory: string) {
  announce();
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

/** What `npm run build` makes the page of: its sources, what they import, and what is installed. */
const pagePlaces: BuildPlaces = {
  root,
  inputs: [
    "web",
    "api/protocol",
    "typechain-types",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    "node_modules/.package-lock.json",
  ],
  output: "web/dist",
  stamp: "cache/pageBuild.txt",
};

let productionBuild: Promise<void> | undefined;

/** `npm run build`, once in a run: a second time would take the first one's files from under its server. */
export function buildOnce(): Promise<void> {
  productionBuild ??= buildIfStale(pagePlaces, () =>
    run("vite", "build", "web", "--logLevel", "warn"),
  );
  return productionBuild;
}

let isAnnounced = false;

/** Said once in a run, as the first test waits up to a minute and has nothing to show. */
function announce(): void {
  if (!isAnnounced) console.error("Building the page and raising a world …");
  isAnnounced = true;
}

/**
 * Serves the build as an operator does: `npm run serve`, told everything by its environment.
 * Each server of a world keeps its own stories.
 */
export async function serveProduction(
  { chain, contract, directory }: Pick<TestWorld, "chain" | "contract" | "directory">,
  environment: Record<string, string> = {},
) {
  await buildOnce();
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

async function run(command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, {
    cwd: root,
    // The test runner's NODE_ENV would make this another build than the one people get.
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}.`);
}
