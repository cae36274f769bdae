import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { isStory } from "#protocol/isStory";
import { CorruptFileError, DurableFile } from "../durableFile.ts";
import { StoreFolderError } from "../storeFolder.ts";
import { newestRevisionFiles, readRevisionFile, writeRevisionFile } from "./revisionFile.ts";

/** File name of the folder's format version. */
export const formatFile = ".format.json";

const version = 2;
const formatSchema = z.object({ version: z.int() });

/**
 * Migrates a folder. Before version 2, files did not record that a text is no story; this is decided now for each
 * drifter's latest revision, because replaced texts are never served as stories again. It can be interrupted and
 * repeated.
 *
 * @throws {StoreFolderError} when a newer version of this service migrated it.
 */
export async function migrateFolder(folder: string, logger: Logger): Promise<void> {
  const file = new DurableFile(join(folder, formatFile), formatSchema.parse);
  const found = await file.read();
  if (found !== null && found.version > version) {
    throw new StoreFolderError(
      `${folder} is at version ${found.version}; this service supports versions up to ${version}. Run the newer service.`,
    );
  }
  if (found?.version === version) return;
  const removed = await markRemovedStories(folder);
  await file.write({ version });
  if (removed > 0) logger.info({ removed }, "migrated the files of removed stories");
}

async function markRemovedStories(folder: string): Promise<number> {
  let count = 0;
  for (const file of newestRevisionFiles(await readdir(folder))) {
    try {
      const { receipt } = await readRevisionFile(folder, file);
      if (isStory(receipt.narrative)) continue;
      await writeRevisionFile(folder, receipt);
      count += 1;
    } catch (error) {
      // Quarantined, or it will be when the folder is opened.
      if (!(error instanceof CorruptFileError)) throw error;
    }
  }
  return count;
}
