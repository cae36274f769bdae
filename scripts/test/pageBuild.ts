import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type BuildPlaces, buildIfStale } from "../shared/buildIfStale.ts";
import { pageBuilds } from "../shared/pageBuilds.ts";

const root = join(import.meta.dirname, "..", "..");

/** Inputs and outputs of `npm run build`: the page's sources, their imports and the installed packages. */
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
  outputs: ["web/dist", "web/dist-server"],
  stamp: "cache/pageBuild.txt",
};

/**
 * Runs `npm run build` if the page's build is stale.
 *
 * @returns the folder of the browser's build.
 */
export async function buildPage(): Promise<string> {
  await buildIfStale(pagePlaces, async () => {
    for (const part of pageBuilds) await runVite(part);
  });
  return pagePlaces.outputs[0] ?? "";
}

async function runVite(part: readonly string[]): Promise<void> {
  const child = spawn("vite", [...part, "--logLevel", "warn"], {
    cwd: root,
    // The test runner's NODE_ENV would change the build.
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`vite build ended with status ${status}.`);
}
