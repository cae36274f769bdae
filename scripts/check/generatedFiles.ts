import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fingerprint } from "../shared/fingerprint.ts";
import { run } from "../shared/run.ts";

const generated = "typechain-types";
/** Inputs of the generated files. */
const origins = ["contracts", "scripts/shared/hardhat", "hardhat.config.ts", "package-lock.json"];
/** Fingerprint of the last successful check. */
const memory = "cache/generatedFiles.sha256";

/**
 * Generates the contracts' TypeScript files in a temporary folder and compares them with the committed ones. Skips this
 * if neither has changed since the last successful check.
 *
 * @returns the error message, or undefined if they are equal.
 */
export async function generatedFilesAreFresh(): Promise<string | undefined> {
  const mark = await fingerprint(".", [...origins, generated]);
  if (mark === (await readFile(memory, "utf8").catch(() => undefined))) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-generated-"));
  try {
    const problem = await run({}, "node", "scripts/check/generate.ts", folder);
    if (problem !== undefined) return problem;
    const stale = await differences(folder, generated);
    if (stale.length === 0) return void (await remember(mark));
    await rm(generated, { recursive: true });
    await cp(folder, generated, { recursive: true });
    return `${stale.join("\n")}\ndiffered from what the contracts generate and were updated. Review the change and commit it.`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function remember(mark: string): Promise<void> {
  await mkdir("cache", { recursive: true });
  await writeFile(memory, mark);
}

/** Returns the names of files that differ or are missing on one side. */
async function differences(left: string, right: string): Promise<string[]> {
  const [ours, theirs] = [await readTree(left), await readTree(right)];
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  return [...names].filter((name) => ours.get(name) !== theirs.get(name)).sort();
}

async function readTree(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(directory, path), await readFile(path, "utf8"));
  }
  return files;
}
