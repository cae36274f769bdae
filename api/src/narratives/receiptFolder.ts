import { readdir } from "node:fs/promises";
import type { NarrativeRecord } from "#protocol/narrative";
import { parseRevisionFileName, type RevisionFile, readRevisionFile } from "./revisionFile.ts";

/**
 * Reads every receipt in a folder of stories, each drifter's oldest first. A server may write there at the same
 * time: it never changes a receipt.
 *
 * @throws {CorruptFileError} for a receipt that cannot be read; files set aside are skipped.
 */
export async function* readReceipts(folder: string): AsyncIterable<NarrativeRecord> {
  const names = await readdir(folder);
  const files = names.map(parseRevisionFileName).filter((file) => file !== undefined);
  for (const file of files.sort(byDrifterAndAge)) {
    if (!file.isSetAside) yield readRevisionFile(folder, file);
  }
}

function byDrifterAndAge(a: RevisionFile, b: RevisionFile): number {
  return Number(BigInt(a.drifterId) - BigInt(b.drifterId)) || a.revision - b.revision;
}

/** Counts the corrupt files that were set aside in a folder. */
export async function countQuarantined(folder: string): Promise<number> {
  const names = await readdir(folder);
  return names.filter((name) => /\.json\.corrupt-\d+$/.test(name)).length;
}
