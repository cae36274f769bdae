import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

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

/** One hash of all files below these paths, their names and contents. */
async function fingerprint(
  root: string,
  paths: readonly string[],
  except?: string,
): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  const files = (await Promise.all(paths.map((path) => filesAt(join(root, path))))).flat();
  const names = files.map((file) => relative(root, file));
  for (const name of names.sort()) {
    if (except !== undefined && !relative(except, name).startsWith("..")) continue;
    hash.update(`\0${name}\0`).update(await readFile(join(root, name)));
  }
  return hash.digest("hex");
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
