import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { bookReceiptsFile } from "#protocol/bookMarkup";
import { apiPaths, drifterPathPrefix } from "#protocol/paths";
import type { NarrativeRecord } from "#protocol/responses";
import {
  fetchIfThere,
  readLimited,
  readReceiptsFrom,
  readServedReceipts,
  receiptsIn,
  SourceError,
} from "../../shared/servedReceipts.ts";
import { readArchive } from "./archive.ts";

/** Receipts of any origin. */
export interface ReceiptSource {
  /** To be read once: each drifter's receipts, oldest first. */
  receipts: AsyncIterable<NarrativeRecord>;
  /** Sentences about receipts that the source has but does not give; whole after the last receipt. */
  omissions: readonly string[];
  /** The site to which the receipts belong; absent for receipts alone. */
  files?: SiteFiles;
  close?(): Promise<void>;
}

/**
 * Opens a source: a service's URL (all histories), the URL of a story or a history, the folder of a book, an archive, or
 * a file with the response of a story's URL.
 *
 * @throws {SourceError} also while the receipts are read.
 */
export async function openSource(location: string): Promise<ReceiptSource> {
  return /^https?:/i.test(location) ? openUrl(location) : openPath(location);
}

/** Reads the receipts of a source. @throws as `openSource`. */
export async function* readReceiptsAt(location: string): AsyncIterable<NarrativeRecord> {
  yield* (await openSource(location)).receipts;
}

async function openPath(path: string): Promise<ReceiptSource> {
  const found = await stat(path).catch((error) => {
    throw error.code === "ENOENT" ? new SourceError(`${path} does not exist.`) : error;
  });
  if (found.isFile()) return { receipts: readFromFile(path), omissions: [] };
  if (!found.isDirectory()) throw new SourceError(`${path} is neither a file nor a folder.`);
  const archive = join(path, bookReceiptsFile);
  if (!(await isRegularFile(archive))) {
    throw new SourceError(`${path} is not a book of stories: it has no ${bookReceiptsFile}.`);
  }
  return { receipts: readArchive(archive), omissions: [], files: folderFiles(path) };
}

function openUrl(location: string): ReceiptSource {
  const url = URL.parse(location);
  if (url === null) throw new SourceError(`${location} is not a URL.`);
  if (url.pathname.startsWith(drifterPathPrefix(apiPaths.narrative))) {
    return { receipts: readReceiptsFrom(url), omissions: [] };
  }
  const omissions: string[] = [];
  return {
    receipts: readServedReceipts(url, { onOmission: (omission) => omissions.push(omission) }),
    omissions,
    files: (path) => fetchIfThere(new URL(`/${path}`, url)),
  };
}

async function* readFromFile(path: string): AsyncIterable<NarrativeRecord> {
  if (await isArchive(path)) yield* readArchive(path);
  else yield* receiptsIn(await readLimited(createReadStream(path), path), path);
}

async function isArchive(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(16) });
  return buffer.toString("latin1", 0, bytesRead).startsWith('{"format":');
}

/** Reads a file of a site, such as `drifters/images/7.jpg`; undefined if the site does not have it. */
export type SiteFiles = (path: string) => Promise<Buffer | undefined>;

/** Regular files in a folder: a pipe would wait for ever. */
export function folderFiles(folder: string): SiteFiles {
  return async (path) => {
    const file = join(folder, path);
    return (await isRegularFile(file)) ? readFile(file) : undefined;
  };
}

async function isRegularFile(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
  });
  return found?.isFile() ?? false;
}
