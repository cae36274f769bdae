import { readdir } from "node:fs/promises";
import type { NarrativeRecord } from "#protocol/narrative";
import { drifterOf } from "./drifterFile.ts";
import { parseRevisionFileName, type RevisionFile, readRevisionFile } from "./revisionFile.ts";

/**
 * Every receipt in a folder of stories, each drifter's oldest first. A server may be writing there
 * meanwhile: it changes no receipt, so all are whole that were there at the beginning.
 *
 * @throws {CorruptFileError} for a receipt that cannot be read; those set aside are passed over.
 */
export async function* readReceipts(folder: string): AsyncIterable<NarrativeRecord> {
  const names = await readdir(folder);
  if (names.some((name) => drifterOf(name) !== undefined)) {
    throw new Error(
      `${folder} holds stories of an older version. Start the service on it once, then try again.`,
    );
  }
  const files = names.map(parseRevisionFileName).filter((file) => file !== undefined);
  for (const file of files.sort(byDrifterAndAge)) {
    if (!file.isSetAside) yield (await readRevisionFile(folder, file)).receipt;
  }
}

function byDrifterAndAge(a: RevisionFile, b: RevisionFile): number {
  if (a.drifterId === b.drifterId) return a.revision - b.revision;
  return BigInt(a.drifterId) < BigInt(b.drifterId) ? -1 : 1;
}

/** How many files of a folder are corrupt and were set aside. */
export async function countSetAside(folder: string): Promise<number> {
  const names = await readdir(folder);
  return names.filter((name) => /\.json\.corrupt-\d+$/.test(name)).length;
}
