import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fingerprint } from "../../api/production/fingerprint.ts";

/** A build's paths: inputs, outputs, and the stamp file with the fingerprint of the inputs. */
export interface BuildPaths {
  root: string;
  /** Files and folders; a missing path counts as empty. */
  inputs: readonly string[];
  /** Output folders, whose files are never inputs, even below an input folder. */
  outputs: readonly string[];
  /** Folders within the outputs that a different build writes. */
  excludedOutputs?: readonly string[];
  /** The stamp file, outside inputs and outputs. */
  stamp: string;
}

/**
 * Builds unless inputs and outputs are unchanged since the last build. Compares contents rather than times, so that
 * checkouts and other builds are detected.
 */
export async function buildIfStale(
  { root, inputs, outputs, excludedOutputs, stamp }: BuildPaths,
  build: () => Promise<void>,
): Promise<void> {
  const made = await fingerprint(root, inputs, outputs);
  const stampNow = async () => `${made} ${await fingerprint(root, outputs, excludedOutputs)}\n`;
  const stamped = await readFile(join(root, stamp), "utf8").catch(() => undefined);
  if (stamped === (await stampNow())) return;
  await build();
  await mkdir(dirname(join(root, stamp)), { recursive: true });
  await writeFile(join(root, stamp), await stampNow());
}
