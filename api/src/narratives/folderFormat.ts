import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { isStory } from "#protocol/isStory";
import { CorruptFileError, DurableFile } from "../durableFile.ts";
import { StoreFolderError } from "../storeFolder.ts";
import { newestRevisionFiles, readRevisionFile, writeRevisionFile } from "./revisionFile.ts";

/** Its name in the folder. */
export const formatFile = ".format.json";

const version = 2;
const formatSchema = z.object({ version: z.int() });

/**
 * Brings a folder up to date. Until version 2 no file said that its text is no story: it is decided
 * now, once, of each drifter's newest revision; what was replaced is never told as a story again.
 * Whole, however often it is cut short.
 *
 * @throws {StoreFolderError} when a newer version of this service has made it.
 */
export async function migrateFolder(folder: string, logger: Logger): Promise<void> {
  const file = new DurableFile(join(folder, formatFile), formatSchema.parse);
  const found = await file.read();
  if (found !== null && found.version > version) {
    throw new StoreFolderError(
      `${folder} is at version ${found.version}; this service knows versions up to ${version}. Run the newer service.`,
    );
  }
  if (found?.version === version) return;
  const removed = await markRemovedStories(folder);
  await file.write({ version });
  if (removed > 0) logger.info({ removed }, "the files of removed stories were brought up to date");
}

async function markRemovedStories(folder: string): Promise<number> {
  let count = 0;
  for (const file of newestRevisionFiles(await readdir(folder))) {
    if (file.isSetAside) continue;
    try {
      const { receipt } = await readRevisionFile(folder, file);
      if (isStory(receipt.narrative)) continue;
      await writeRevisionFile(folder, receipt);
      count += 1;
    } catch (error) {
      // It is set aside as the folder is opened.
      if (!(error instanceof CorruptFileError)) throw error;
    }
  }
  return count;
}
