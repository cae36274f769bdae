import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import type { SignedRevision } from "#protocol/wire/responses";
import { DurableFile, removeFiles, syncFolder } from "../../files/durableFile.ts";
import { StoreFolderError } from "../../files/storeFolder.ts";
import { parseRevisionFileName, writeRevisionFile } from "./revisionFile.ts";

/** File name of the folder's format version. */
const formatFile = ".format.json";

const version = 1;
const formatSchema = z.object({ version: z.int() });

/**
 * Records the folder's format.
 *
 * @throws {StoreFolderError} if the folder's format belongs to a different version of this service.
 */
export async function checkFormat(folder: string): Promise<void> {
  const file = new DurableFile(join(folder, formatFile), formatSchema.parse);
  const found = await file.read();
  if (found === null) await file.write({ version });
  else if (found.version !== version) {
    throw new StoreFolderError(
      `${folder} has format ${found.version}; this service reads format ${version}. Run the version that wrote it.`,
    );
  }
}

/** Marker file: while it exists, a restore is running or was interrupted. */
const marker = ".restoring";
const concurrencyLimit = 16;

/** Writes signed revisions atomically into a folder without stories. */
export async function fillFolder(
  folder: string,
  revisions: AsyncIterable<SignedRevision>,
): Promise<number> {
  await (await open(join(folder, marker), "w")).close();
  await syncFolder(folder);
  try {
    const count = await writeAll(folder, revisions);
    await removeMarker(folder);
    return count;
  } catch (error) {
    await emptyFolder(folder);
    throw error;
  }
}

/** Empties a folder after an interrupted restore; the folder was empty before. */
export async function undoInterruptedImport(folder: string, logger: Logger): Promise<void> {
  if (!(await readdir(folder)).includes(marker)) return;
  await emptyFolder(folder);
  logger.warn("an interrupted import was undone: import the archive again");
}

async function writeAll(folder: string, revisions: AsyncIterable<SignedRevision>) {
  const waiting = revisions[Symbol.asyncIterator]();
  let count = 0;
  const writers = Array.from({ length: concurrencyLimit }, async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
      await writeRevisionFile(folder, next.value);
      count += 1;
    }
  });
  const outcomes = await Promise.allSettled(writers);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return count;
}

async function emptyFolder(folder: string): Promise<void> {
  await removeFiles(folder, (name) => parseRevisionFileName(name) !== undefined);
  await removeMarker(folder);
}

async function removeMarker(folder: string): Promise<void> {
  // The files must be durable before the marker is removed.
  await syncFolder(folder);
  await rm(join(folder, marker), { force: true });
  await syncFolder(folder);
}
