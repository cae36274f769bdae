import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fingerprint } from "./fingerprint.ts";

/** Paths of a build: its inputs, its output, and the stamp that records what the output was made of. */
export interface BuildPlaces {
  root: string;
  /** Files and folders; a missing one counts as empty. */
  inputs: readonly string[];
  /** A folder. Its files are not inputs, even below an input folder. */
  output: string;
  /** A file outside both. */
  stamp: string;
}

/**
 * Builds unless inputs and output are unchanged since the last build. Compares contents rather than times, so that
 * checkouts and other builds are detected.
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
