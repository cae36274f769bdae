import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fingerprint } from "../shared/fingerprint.ts";

/** Paths of a build: what goes into it, where it comes out, and where it is written down what made it. */
export interface BuildPlaces {
  root: string;
  /** Files and folders; what is missing counts as empty. */
  inputs: readonly string[];
  /** A folder. What lies in it is no input, even below one. */
  output: string;
  /** Lies outside of both. */
  stamp: string;
}

/**
 * Builds unless what is there was made of exactly what would go into it now, and is still as it was made.
 * Contents are compared, not times: a checkout of an old commit, or another build in between, is seen.
 */
export async function buildIfStale(
  { root, inputs, output, stamp }: BuildPlaces,
  build: () => Promise<void>,
): Promise<void> {
  const made = await fingerprint(root, inputs, output);
  const stampNow = async () => `${made} ${await fingerprint(root, [output])}\n`;
  const stamped = await readFile(join(root, stamp), "utf8").catch(() => undefined);
  if (stamped === (await stampNow())) return;
  await build();
  await mkdir(dirname(join(root, stamp)), { recursive: true });
  await writeFile(join(root, stamp), await stampNow());
}

const root = join(import.meta.dirname, "..", "..");

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

/**
 * `npm run build`, if the page's build is stale.
 *
 * @returns the folder of the build.
 */
export async function buildPage(): Promise<string> {
  await buildIfStale(pagePlaces, runVite);
  return pagePlaces.output;
}

async function runVite(): Promise<void> {
  const child = spawn("vite", ["build", "web", "--logLevel", "warn"], {
    cwd: root,
    // The test runner's NODE_ENV would make this another build than the one people get.
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`vite build ended with status ${status}.`);
}
