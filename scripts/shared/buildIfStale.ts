import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fingerprint } from "../../api/production/fingerprint.ts";

/** Paths of a build: its inputs, its outputs, and the stamp that records what the outputs were made of. */
export interface BuildPaths {
  root: string;
  /** Files and folders; a missing one counts as empty. */
  inputs: readonly string[];
  /** Folders. Their files are not inputs, even below an input folder. */
  outputs: readonly string[];
  /** Folders in the outputs that another build writes. */
  notOutputs?: readonly string[];
  /** A file outside all of them. */
  stamp: string;
}

/**
 * Builds unless inputs and outputs are unchanged since the last build. Compares contents rather than times, so that
 * checkouts and other builds are detected.
 */
export async function buildIfStale(
  { root, inputs, outputs, notOutputs, stamp }: BuildPaths,
  build: () => Promise<void>,
): Promise<void> {
  const made = await fingerprint(root, inputs, outputs);
  const stampNow = async () => `${made} ${await fingerprint(root, outputs, notOutputs)}\n`;
  const stamped = await readFile(join(root, stamp), "utf8").catch(() => undefined);
  if (stamped === (await stampNow())) return;
  await build();
  await mkdir(dirname(join(root, stamp)), { recursive: true });
  await writeFile(join(root, stamp), await stampNow());
}
