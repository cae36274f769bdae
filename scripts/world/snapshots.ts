import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { z } from "zod";
import { isTemporaryFile } from "#service/files";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { savedChainSchema } from "./chain/savedChain.ts";
import { forkRecipe } from "./fork/forkRecipe.ts";
import { pageSchema, type Recipe } from "./recipe.ts";
import { describeFacts, replayWorld, type SavableWorld, worldFactsSchema } from "./savedWorld.ts";
import { describeScenarios, scenarioNames, worldNamePattern } from "./scenarios/scenario.ts";

export const savedWorldSchema = worldFactsSchema.extend({
  chain: savedChainSchema,
  page: pageSchema.optional(),
});

/** A snapshot's chain, transaction by transaction; the stories are in the adjacent folder `narratives`. */
export type SavedWorld = z.infer<typeof savedWorldSchema>;

const snapshotFolder = (directory: string) => join(directory, "snapshots");

/** Returns the folder of a snapshot's stories. */
function savedNarratives(directory: string, name: string): string {
  return join(snapshotFolder(directory), name, "narratives");
}

/** Returns the names of all snapshots. */
export async function listSnapshots(directory: string): Promise<string[]> {
  const entries = await readdir(snapshotFolder(directory)).catch(() => []);
  return entries.filter((name) => worldNamePattern.test(name)).sort();
}

/** Lists scenarios and snapshots for people. */
export function describeChoices(snapshots: readonly string[]): string {
  const list =
    snapshots.length > 0 ? snapshots.map((name) => `  ${name}`).join("\n") : "  none yet";
  return `Scenarios:\n${describeScenarios()}\n\nSnapshots:\n${list}`;
}

/**
 * Saves a running world as a snapshot. Replaces a snapshot with the same name, unless saving fails.
 *
 * @throws {UsageError}
 */
export async function saveWorld(
  world: SavableWorld,
  directory: string,
  name: string,
): Promise<void> {
  assertName(name);
  const facts = await describeFacts(world.recipe, world.contract);
  const saved = { ...facts, chain: [...world.chain.journal.entries] };
  await writeSnapshot(directory, name, saved, (folder) =>
    copyNarratives(join(world.home, "narratives"), folder),
  );
}

/** Writes a snapshot's folder. Replaces a snapshot with the same name, unless writing fails. */
export async function writeSnapshot(
  directory: string,
  name: string,
  saved: SavedWorld,
  writeNarratives: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = snapshotFolder(directory);
  const unfinished = join(folder, `.${name}.${randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    await writeNarratives(join(unfinished, "narratives"));
    await writeFile(join(unfinished, "world.json"), `${JSON.stringify(saved)}\n`);
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(unfinished, join(folder, name));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** @throws {UsageError} if no snapshot has that name, or its file is invalid. */
async function readSnapshot(directory: string, name: string): Promise<SavedWorld> {
  const file = join(snapshotFolder(directory), name, "world.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`There is no snapshot "${name}".`);
  });
  try {
    return savedWorldSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${file} is invalid. Delete its folder and save the snapshot again.`, {
      cause,
    });
  }
}

/** Whether a file belongs to the stories, not to a service that may be running. */
export function isStoryFile(path: string): boolean {
  return basename(path) !== ".lock" && !isTemporaryFile(basename(path));
}

/** Copies stories, without the lock and temporary files of a service that may be running. */
export async function copyNarratives(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: isStoryFile });
}

function assertName(name: string): void {
  if (!worldNamePattern.test(name)) {
    throw new UsageError(
      `"${name}" is not a valid snapshot name. Choose a name of lowercase letters, digits and hyphens.`,
    );
  }
  if (scenarioNames().includes(name)) {
    throw new UsageError(`"${name}" is a scenario's name. Choose a different snapshot name.`);
  }
}

/**
 * Rebuilds a world from its snapshot.
 *
 * @throws {UsageError} like `readSnapshot`.
 */
export async function snapshotRecipe(directory: string, name: string): Promise<Recipe> {
  const { chain: entries, page, ...facts } = await readSnapshot(directory, name);
  const { isChainDown, paintedAtMost, startsAt, fork } = facts;
  return {
    // A fork's own sources of portraits and authorizations.
    ...(fork && forkRecipe(fork.live, fork.options)),
    name,
    origin: { kind: "snapshot", name },
    folder: join("worlds", name),
    ...{ isChainDown, paintedAtMost, startsAt, fork, page },
    async fill(site, step) {
      const contract = await replayWorld(site, { facts, entries }, step);
      await step("Copy its stories", () =>
        copyNarratives(savedNarratives(directory, name), site.narratives),
      );
      return contract;
    },
  };
}
