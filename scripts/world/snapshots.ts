import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { getCreateAddress } from "ethers";
import { z } from "zod";
import { collectionConfig } from "#collection/collection.config.ts";
import { isTemporaryFile } from "#service/files";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { accountAt } from "./chain/localAccounts.ts";
import type { LocalChain } from "./chain/localChain.ts";
import {
  readChain,
  replayChain,
  type SavedTransaction,
  savedChainSchema,
} from "./chain/savedChain.ts";
import { type BuildingSite, baseURI, type Recipe } from "./recipe.ts";
import { describeScenarios, scenarioNames, worldNamePattern } from "./scenarios/scenario.ts";
import { roles } from "./scenarios/scenarioFile.ts";
import type { World } from "./startWorld.ts";

const savedWorldSchema = z.object({
  version: z.literal(1),
  savedAt: z.string(),
  /** The scenario or snapshot that the world started from. */
  begunAs: z.string(),
  contractAddress: z.string(),
  isChainDown: z.boolean(),
  paintedAtMost: z.int().optional(),
  chain: savedChainSchema,
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
  world: World,
  directory: string,
  name: string,
): Promise<SavedWorld> {
  assertName(name);
  if (world.recipe.fork) {
    throw new UsageError(
      "A fork cannot be saved, because most of its chain is not local. Run npm run world -- fork again instead, with --block.",
    );
  }
  const folder = snapshotFolder(directory);
  const unfinished = join(folder, `.${name}.${randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    const saved = await describe(world);
    await copyNarratives(join(world.home, "narratives"), join(unfinished, "narratives"));
    await writeFile(join(unfinished, "world.json"), `${JSON.stringify(saved)}\n`);
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(unfinished, join(folder, name));
    return saved;
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

/** Copies stories, without the lock and temporary files of a service that may be running. */
export async function copyNarratives(from: string, to: string): Promise<void> {
  const isStory = (path: string) => basename(path) !== ".lock" && !isTemporaryFile(basename(path));
  await cp(from, to, { recursive: true, filter: isStory });
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

async function describe({ recipe, chain, contract }: World): Promise<SavedWorld> {
  const blocks = await readChain(chain);
  return {
    version: 1,
    savedAt: new Date().toISOString(),
    begunAs: recipe.name,
    contractAddress: await contract.getAddress(),
    isChainDown: recipe.isChainDown,
    ...(recipe.paintedAtMost !== undefined && {
      paintedAtMost: recipe.paintedAtMost,
    }),
    chain: blocks,
  };
}

/**
 * Rebuilds a world from its snapshot.
 *
 * @throws {UsageError} like `readSnapshot`.
 */
export async function snapshotRecipe(directory: string, name: string): Promise<Recipe> {
  const saved = await readSnapshot(directory, name);
  return {
    name,
    folder: join("worlds", name),
    isChainDown: saved.isChainDown,
    paintedAtMost: saved.paintedAtMost,
    async fill(site, step) {
      const firstOther = await step("Replay its transactions", async (onProgress) =>
        replayChain(site.chain, saved.chain, {
          exchange: await exchangeCode(site, saved),
          onProgress,
        }),
      );
      const { chain, narratives } = site;
      const contract = await chain.ethers.getContractAt(
        collectionConfig.contract,
        saved.contractAddress,
      );
      if (firstOther !== undefined && !site.withNewContracts) {
        site.note(
          `Block hashes differ from block ${firstOther} on: something other than transactions changed the chain.`,
        );
      }
      await step("Copy its stories", () =>
        copyNarratives(savedNarratives(directory, name), narratives),
      );
      return contract;
    },
  };
}

/** Replaces the creating transaction's code if the contracts have changed and `withNewContracts` is set. */
async function exchangeCode({ chain, withNewContracts, note }: BuildingSite, saved: SavedWorld) {
  const code = await creationCode(chain);
  const isCreation = ({ from, to, nonce }: SavedTransaction) =>
    to === null && getCreateAddress({ from, nonce: Number(nonce) }) === saved.contractAddress;
  const creation = saved.chain.flatMap(({ transactions }) => transactions).find(isCreation);
  if (creation === undefined || creation.input === code) return undefined;
  if (!withNewContracts) {
    note("The snapshot has its own version of the contract, not the version in contracts/.");
    return undefined;
  }
  return (transaction: SavedTransaction) => (transaction === creation ? code : undefined);
}

async function creationCode({ ethers }: LocalChain): Promise<string> {
  const factory = await ethers.getContractFactory(collectionConfig.contract);
  const signer = accountAt(await ethers.getSigners(), roles.signer);
  return (await factory.getDeployTransaction(baseURI, signer.address)).data;
}
