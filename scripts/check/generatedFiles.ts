import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fingerprint } from "./fingerprint.ts";
import { run } from "./run.ts";

const generated = "typechain-types";
/** All that decides what is generated. */
const origins = ["contracts", "scripts/chain", "hardhat.config.ts", "package-lock.json"];
/** Bears the mark of what was last found to be fresh. */
const memory = "cache/generatedFiles.sha256";

/**
 * Builds the contracts anew, all together, as a new clone does: what is compiled alone, after a change, is
 * told of other imports, and so bears another fingerprint. Compares what TypeScript is told of them with what
 * stood there. Does nothing if nothing has changed since it did so last.
 *
 * @returns what is wrong, or nothing.
 */
export async function generatedFilesAreFresh(): Promise<string | undefined> {
  const mark = await fingerprint(".", [...origins, generated]);
  if (mark === (await readFile(memory, "utf8").catch(() => undefined))) return undefined;
  const before = await readTree(generated);
  await rm(generated, { recursive: true, force: true });
  const complaint = await run("hardhat", "build", "--force");
  if (complaint !== undefined) {
    await writeTree(before);
    return complaint;
  }
  const after = await readTree(generated);
  const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
  if (stale.length > 0) {
    return `${stale.join("\n")}\nwere not what the contracts generate. They are now: look at the change and commit it.`;
  }
  await writeTree(new Map([[memory, mark]]));
  return undefined;
}

async function readTree(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path, await readFile(path, "utf8")] as const;
      }),
    ),
  );
}

async function writeTree(files: Map<string, string>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
