import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type BuildPlaces, buildIfStale } from "../../shared/buildIfStale.ts";
import { childEnvironment } from "../../shared/childEnvironment.ts";
import { pageBuilds, serviceBuild, serviceSources } from "../../shared/productionBuilds.ts";

const root = join(import.meta.dirname, "../../..");

/** Inputs of both builds. */
const common = [
  "LICENSE",
  "api/production",
  "api/protocol",
  "typechain-types",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
];

const pageOutputs = ["dist/web", "dist/renderer"];

/** Inputs and outputs of the page's build. */
const pagePlaces: BuildPlaces = {
  root,
  inputs: ["web", ...common],
  outputs: pageOutputs,
  stamp: "cache/pageBuild.txt",
};

/** The same of the service's. */
const servicePlaces: BuildPlaces = {
  root,
  inputs: [...serviceSources, ...common],
  outputs: ["dist"],
  notOutputs: pageOutputs,
  stamp: "cache/serviceBuild.txt",
};

/**
 * Builds the page as `npm run build` does, if its build is stale.
 *
 * @returns the folder of the browser's build.
 */
export async function buildPage(): Promise<string> {
  await buildIfStale(pagePlaces, async () => {
    for (const part of pageBuilds) await runVite(part);
  });
  return "dist/web";
}

/**
 * Builds the service as `npm run build` does, if its build is stale.
 *
 * @returns the file of its program.
 */
export async function buildService(): Promise<string> {
  await buildIfStale(servicePlaces, () => runVite(serviceBuild));
  return "dist/server.js";
}

async function runVite(part: readonly string[]): Promise<void> {
  const child = spawn("vite", [...part, "--logLevel", "warn"], {
    cwd: root,
    env: childEnvironment(),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`vite build ended with status ${status}.`);
}
