import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ProductionWorld,
  smallPlan,
  startProductionWorld,
} from "../../../scripts/lab/service/productionWorld.ts";
import { portraits } from "../../../scripts/shared/cacheFolders.ts";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { requestResource } from "../../../scripts/test/runner/resources.ts";
import { startService } from "../../../scripts/world/service.ts";
import type { World } from "../../../scripts/world/startWorld.ts";

export type Build = "development" | "production";

/** A world and its data folder. */
export interface TestWorld extends ProductionWorld {
  directory: string;
}

/** The world of `npm start`, which can switch scenarios. */
export interface DevelopmentWorld extends World {
  directory: string;
}

/** Starts the small world in its own folder, on free ports. Close it in an `after` hook. */
export function startTestWorld(build: "development"): Promise<DevelopmentWorld>;
export function startTestWorld(build: Build): Promise<TestWorld>;
export async function startTestWorld(build: Build): Promise<TestWorld> {
  const directory = await mkdtemp(join(tmpdir(), "fringe-drifters-world-"));
  const world = await (build === "development" ? startDevelopment : startProductionWorld)(
    directory,
  );
  const close = async () => {
    await world.close();
    // Vite's bundler may still write a file after its server has closed.
    await rm(directory, { recursive: true, maxRetries: 10 });
  };
  return { ...world, directory, close };
}

async function startDevelopment(directory: string): Promise<World> {
  // A concurrent build would make the development server reload its pages.
  await requestResource("page");
  // Imported on demand: it includes the bundler, which only this build needs.
  const { startWorld } = await import("../../../scripts/world/startWorld.ts");
  const ports = { chain: 0, api: 0, web: 0 };
  const bundles = join(directory, "bundles");
  return startWorld(
    { startService, plan: smallPlan, stories: [], directory, portraits, bundles, ports },
    quietStep,
  );
}
