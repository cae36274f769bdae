import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { collectionConfig } from "#collection/collection.config.ts";
import { ifMissing } from "#protocol/values/ifMissing";
import { UsageError } from "../shared/commandLine/usageError.ts";
import type { PageState } from "./recipe.ts";
import { describeFacts, type SavableWorld } from "./savedWorld.ts";
import { isStoryFile, savedWorldSchema, writeSnapshot } from "./snapshots.ts";
import { digestContract } from "./stoppedWorld.ts";

/** Path of a file below a folder. */
const insidePattern = /^(?!\.\.?(\/|$))[^/\\]+(\/(?!\.\.?(\/|$))[^/\\]+)*$/;

/** A world in one file, with a page's state, for any clone of the same sources. */
const momentSchema = savedWorldSchema.extend({
  kind: z.literal("moment"),
  /** Name of the collection's contract. */
  contract: z.string(),
  /** Digest of the contract's bytecode. */
  bytecode: z.string(),
  /** Contents of the stories' files by path. */
  narratives: z.record(z.string().regex(insidePattern), z.string()),
});
type Moment = z.infer<typeof momentSchema>;

/**
 * Saves a running world in one file.
 *
 * @param page the state of the page that shows the moment, if any. @returns a message.
 * @throws {UsageError} for a fork.
 */
export async function saveMoment(
  { recipe, contract, chain, home }: SavableWorld,
  file: string,
  page?: PageState,
): Promise<string> {
  if (recipe.fork) {
    throw new UsageError(
      "A fork is not saved in a file, because its RPC URL may contain a key. Save a snapshot instead: npm run world -- save NAME",
    );
  }
  const moment: Moment = {
    kind: "moment",
    ...(await describeFacts(recipe, contract)),
    contract: collectionConfig.contract,
    bytecode: await digestContract(),
    ...(page && { page }),
    chain: [...chain.journal.entries],
    narratives: await readFiles(join(home, "narratives")),
  };
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await writeFile(unfinished, `${JSON.stringify(moment)}\n`);
  await rename(unfinished, file);
  return `Saved ${file}. Any clone of these sources opens it: npm run world -- open FILE`;
}

/**
 * Imports a moment's file as a snapshot.
 *
 * @returns the snapshot's name. @throws {UsageError} if the file is invalid, or another build of the contract saved it.
 */
export async function importMoment(file: string, directory: string): Promise<string> {
  const { kind, contract, bytecode, narratives, ...saved } = await readMoment(file);
  if (contract !== collectionConfig.contract) {
    throw new UsageError(
      `${file} is a moment of ${contract}, and these sources are ${collectionConfig.contract}.`,
    );
  }
  if (bytecode !== (await digestContract())) {
    throw new UsageError(
      `${file} was saved with a different build of ${contract}. Check out the sources with which it was saved, then open it again.`,
    );
  }
  const label = basename(file, ".json")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const name = `opened-${label.slice(0, 50)}`;
  await writeSnapshot(directory, name, saved, async (folder) => {
    await mkdir(folder, { recursive: true });
    for (const [path, content] of Object.entries(narratives)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  });
  return name;
}

async function readMoment(file: string): Promise<Moment> {
  const text = await readFile(file, "utf8").catch(ifMissing);
  if (text === undefined) throw new UsageError(`There is no file ${file}.`);
  try {
    const json = JSON.parse(text);
    if (json?.kind === "moment" && json.version !== 1) {
      throw new UsageError(`${file} needs a newer version of these sources. Update them first.`);
    }
    return momentSchema.parse(json);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(
      `${file} is not a moment, or it is damaged. npm run world -- save FILE.json writes one.`,
      { cause },
    );
  }
}

async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isStoryFile(file)) continue;
    const path = file.slice(folder.length + 1).replaceAll("\\", "/");
    files[path] = await readFile(file, "utf8");
  }
  return files;
}

/** Path of the document that opens a moment's page. */
export const openerPath = "/@world/open";

/** Returns a document that restores a page's state in the browser, then opens the page. */
export function formatOpener({ path, local, tab }: PageState): string {
  const state = JSON.stringify({ path, local, tab }).replaceAll("<", "\\u003c");
  return `<!doctype html><meta charset="utf-8"><title>Moment</title><script>
const { path, local, tab } = ${state};
for (const key of Object.keys(sessionStorage)) if (key.startsWith("dev.")) sessionStorage.removeItem(key);
for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
for (const [key, value] of Object.entries(tab)) sessionStorage.setItem(key, value);
location.replace(path);
</script>`;
}
