import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { isLeftover } from "#service/files";
import { readChain, savedChainSchema } from "./savedChain.ts";
import { isScenario, worldNameForm } from "./scenario.ts";
import type { World } from "./startWorld.ts";
import { readSummary, summarySchema } from "./worldSummary.ts";

/** Thrown for a save that cannot be made or used; its message says what to do. */
export class SaveError extends Error {
  override name = "SaveError";
}

const savedWorldSchema = z.object({
  version: z.literal(1),
  savedAt: z.string(),
  /** The scenario or save that it began as. */
  begunAs: z.string(),
  contractAddress: z.string(),
  isChainDown: z.boolean(),
  paintedAtMost: z.int().optional(),
  /** What the chain has to say once it has been made again. */
  summary: summarySchema,
  chain: savedChainSchema,
});

/** A world's chain, transaction by transaction; its stories lie in `narratives` beside it. */
export type SavedWorld = z.infer<typeof savedWorldSchema>;

const folderOf = (directory: string) => join(directory, "saves");

/** Where the stories of a save are. */
export function savedNarratives(directory: string, name: string): string {
  return join(folderOf(directory), name, "narratives");
}

/** Names of all saves. */
export async function listSaves(directory: string): Promise<string[]> {
  const entries = await readdir(folderOf(directory)).catch(() => []);
  const names = new Set(entries.map((entry) => nameOfFormer(entry) ?? entry));
  return [...names].filter((name) => worldNameForm.test(name)).sort();
}

/** Puts back the saves that were moved away to be replaced, and then were not. Nobody may save meanwhile. */
export async function recoverSaves(directory: string): Promise<void> {
  const saves = folderOf(directory);
  for (const entry of await readdir(saves).catch(() => [])) {
    const name = nameOfFormer(entry);
    if (name === undefined) continue;
    if (existsSync(join(saves, name))) await rm(join(saves, entry), { recursive: true });
    else await rename(join(saves, entry), join(saves, name));
  }
}

/**
 * Keeps a running world under a name; one that has it already is replaced, and comes back if that fails.
 *
 * @throws {SaveError}
 */
export async function saveWorld(
  world: World,
  directory: string,
  name: string,
): Promise<SavedWorld> {
  assertName(name);
  const saves = folderOf(directory);
  const unfinished = join(saves, `.${name}.${randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    const saved = await describe(world);
    await copyNarratives(join(world.home, "narratives"), join(unfinished, "narratives"));
    await writeFile(join(unfinished, "world.json"), `${JSON.stringify(saved)}\n`);
    await recoverSaves(directory);
    await replaceSave(saves, name, unfinished);
    return saved;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await recoverSaves(directory);
  }
}

/** @throws {SaveError} when there is none of that name, or it is not what was once written. */
export async function readSave(directory: string, name: string): Promise<SavedWorld> {
  const file = join(folderOf(directory), name, "world.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new SaveError(`There is no save "${name}".`);
  });
  try {
    return savedWorldSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new SaveError(`${file} is not what was once saved. Delete its folder and save anew.`, {
      cause,
    });
  }
}

/** Copies stories while their service may be running: whole files only, and without its lock. */
export async function copyNarratives(from: string, to: string): Promise<void> {
  const isStory = (path: string) => basename(path) !== ".lock" && !isLeftover(basename(path));
  await cp(from, to, { recursive: true, filter: isStory });
}

function assertName(name: string): void {
  if (!worldNameForm.test(name)) {
    throw new SaveError(
      `A save is called by small letters, digits and hyphens, not "${name}". Choose another name.`,
    );
  }
  if (isScenario(name)) {
    throw new SaveError(`"${name}" is the name of a scenario. Choose another name for the save.`);
  }
}

async function describe({ recipe, chain, contract }: World): Promise<SavedWorld> {
  const blocks = await readChain(chain);
  return {
    version: 1,
    savedAt: new Date().toISOString(),
    begunAs: recipe.name,
    contractAddress: await contract.getAddress(),
    isChainDown: recipe.isChainDown,
    ...(recipe.paintedAtMost !== undefined && { paintedAtMost: recipe.paintedAtMost }),
    summary: await readSummary(chain, contract),
    chain: blocks,
  };
}

async function replaceSave(saves: string, name: string, by: string): Promise<void> {
  const former = join(saves, `.${name}.former`);
  await rename(join(saves, name), former).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(by, join(saves, name));
  await rm(former, { recursive: true, force: true });
}

/** `mine` for `.mine.former`, which is what a save is called while another takes its place. */
function nameOfFormer(entry: string): string | undefined {
  return /^\.(?<name>[^.]+)\.former$/.exec(entry)?.groups?.name;
}
