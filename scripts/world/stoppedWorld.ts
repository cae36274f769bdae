import { createHash } from "node:crypto";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { collectionConfig } from "#collection/collection.config.ts";
import { ifMissing } from "#protocol/values/ifMissing";
import { readContractBuild } from "../shared/readContractBuild.ts";
import { type ChainEntry, chainEntrySchema } from "./chain/savedChain.ts";
import { worldFactsSchema } from "./savedWorld.ts";

/** First line of a world's journal. */
const headerSchema = worldFactsSchema.extend({
  /** Separates the pages' caches of different chains. */
  worldId: z.string(),
  /** Digest of the contract's bytecode; absent in a fork, whose contract is the live one. */
  bytecode: z.string().optional(),
});
export type JournalHeader = z.infer<typeof headerSchema>;

/** A world as its journal describes it. */
export interface StoppedWorld {
  facts: JournalHeader;
  entries: readonly ChainEntry[];
}

const journalName = "chain.jsonl";

/** Returns the path of the journal in a world's folder. */
export const journalPath = (home: string) => join(home, journalName);

const lastPath = (directory: string) => join(directory, "last.txt");

/** Remembers which world runs, for the next start. */
export async function writeLastFolder(directory: string, folder: string): Promise<void> {
  await writeFile(lastPath(directory), `${folder}\n`);
}

/** Returns the folder of the world that ran last; the standard world's by default. */
export async function readLastFolder(directory: string): Promise<string> {
  return ((await readFile(lastPath(directory), "utf8").catch(ifMissing)) ?? "").trim();
}

/** Deletes a world's chain, stories and portraits, but not the snapshots beside them. */
export async function forgetWorld(home: string): Promise<void> {
  for (const name of [journalName, "narratives", "collection"]) {
    await rm(join(home, name), { recursive: true, force: true });
  }
}

/**
 * Reads the world that was stopped in a folder, if any. Copies a damaged journal, such as one whose last line is only
 * half written; its world ends before the first damaged line.
 *
 * @returns a sentence about the damage in `note`.
 */
export async function readStoppedWorld(
  home: string,
): Promise<{ stopped?: StoppedWorld; note?: string }> {
  const text = await readFile(journalPath(home), "utf8").catch(ifMissing);
  if (text === undefined) return {};
  const { facts, entries, badLine } = parseLines(text.split("\n"));
  if (facts !== undefined && badLine === undefined) return { stopped: { facts, entries } };
  const copy = await copyJournal(home);
  const found = `${journalPath(home)} is damaged in line ${badLine ?? 1}`;
  return facts === undefined
    ? { note: `${found}. A copy is ${copy}. The stories remain, and a new world starts.` }
    : {
        stopped: { facts, entries },
        note: `${found}, so the chain ends before that line. A copy of the file is ${copy}.`,
      };
}

/** Copies a journal, which the next world in its folder will replace once it has started. @returns the copy's path. */
export async function copyJournal(home: string): Promise<string> {
  const copy = join(home, `chain-damaged-${Date.now()}.jsonl`);
  await copyFile(journalPath(home), copy);
  return copy;
}

function parseLines([first = "", ...lines]: readonly string[]) {
  const facts = parseLine(headerSchema, first);
  const entries: ChainEntry[] = [];
  for (const [index, line] of lines.entries()) {
    // After the last line break.
    if (line === "" && index === lines.length - 1) break;
    const entry = parseLine(lineSchema, line);
    if (entry === undefined || ("keep" in entry && entry.keep > entries.length))
      return { facts, entries, badLine: index + 2 };
    if ("keep" in entry) entries.length = entry.keep;
    else entries.push(entry);
  }
  return { facts, entries };
}

/** An entry, or the number of entries that a revert kept. */
const lineSchema = z.union([chainEntrySchema, z.object({ keep: z.int().nonnegative() })]);

function parseLine<Value>(schema: z.ZodType<Value>, line: string): Value | undefined {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Returns a digest of the compiled contract, which differs after a change of the contract. */
export async function digestContract(): Promise<string> {
  const { contracts } = await readContractBuild();
  const { creation = "" } = contracts.find(({ name }) => name === collectionConfig.contract) ?? {};
  return createHash("sha256").update(creation).digest("hex");
}
