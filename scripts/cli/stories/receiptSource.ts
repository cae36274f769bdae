import { readFile, stat } from "node:fs/promises";
import { bookManifestFile } from "#protocol/book";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPathPrefix } from "#protocol/paths";
import {
  asReceipts,
  readReceiptsFrom,
  readServedReceipts,
  SourceError,
} from "../../shared/servedReceipts.ts";
import { readArchive } from "./archive.ts";
import { readBookReceipts, readManifest } from "./bookSource.ts";
import { openCar } from "./carFiles.ts";
import { readLines } from "./lines.ts";
import { folderFiles, isCar, RefusedFileError, type SiteFiles, servedFiles } from "./siteFiles.ts";

/** Receipts of any origin. */
export interface ReceiptSource {
  /** To be read once: each drifter's receipts, oldest first. */
  receipts: AsyncIterable<NarrativeRecord>;
  /** Sentences about receipts that the source has but does not give; whole after the last receipt. */
  omissions: readonly string[];
  /** The site to which the receipts belong; absent for receipts alone. */
  files?: SiteFiles;
  /** The collection that a book names. */
  collection?: { chainId: number; contract: string };
  close(): Promise<void>;
}

const nothingToClose = async () => undefined;

/**
 * Opens a source: a service's URL (all histories), the URL of a story or a history, a book (its URL, folder or CAR), an
 * archive, or a file with the response of a story's URL.
 *
 * @throws {SourceError | ArchiveError} also while the receipts are read.
 */
export async function openSource(place: string): Promise<ReceiptSource> {
  if (/^https?:/i.test(place)) return openUrl(place);
  const found = await stat(place).catch((error) => {
    throw error.code === "ENOENT" ? new SourceError(`${place} does not exist.`) : error;
  });
  if (found.isDirectory()) return openBook(folderFiles(place), place);
  if (await isCar(place)) return openBook(await openCar(place), place);
  return { receipts: readFromFile(place), omissions: [], close: nothingToClose };
}

/** Reads the receipts of a source. @throws as `openSource`. */
export async function* readReceiptsAt(place: string): AsyncIterable<NarrativeRecord> {
  const source = await openSource(place);
  try {
    yield* source.receipts;
  } finally {
    await source.close();
  }
}

async function openUrl(place: string): Promise<ReceiptSource> {
  const url = URL.parse(place);
  if (url === null) throw new SourceError(`${place} is not a URL.`);
  if (url.pathname.startsWith(drifterPathPrefix(apiPaths.narrative))) {
    return { receipts: readFromUrl(url), omissions: [], close: nothingToClose };
  }
  const base = folderOf(url);
  const files = servedFiles(base);
  if (await isBook(files, place)) return openBook(files, place);
  const omissions: string[] = [];
  return {
    receipts: readServedReceipts(url, { onOmission: (omission) => omissions.push(omission) }),
    omissions,
    files: servedFiles(new URL("/", url)),
    close: nothingToClose,
  };
}

/** Whether a site is a book. A service may refuse the path of the manifest. */
async function isBook(files: SiteFiles, place: string): Promise<boolean> {
  try {
    return (await readManifest(files, place)) !== undefined;
  } catch (error) {
    if (error instanceof RefusedFileError) return false;
    throw error;
  }
}

/** The URL of a folder, with a slash at its end: that of a page in it, or without it. */
function folderOf(url: URL): URL {
  const folder = new URL(url);
  folder.search = "";
  folder.hash = "";
  folder.pathname = folder.pathname.replace(/\/?(?:\/[^/]+\.(?:html|json))?$/, "/");
  return folder;
}

async function openBook(files: SiteFiles, place: string): Promise<ReceiptSource> {
  const close = async () => files.close?.();
  try {
    const manifest = await readManifest(files, place);
    if (manifest === undefined) {
      throw new SourceError(`${place} is not a book of stories: it has no ${bookManifestFile}.`);
    }
    const { chainId, contract } = manifest;
    const receipts = readBookReceipts(manifest, files, place);
    return { receipts, omissions: [], files, collection: { chainId, contract }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* readFromUrl(url: URL): AsyncIterable<NarrativeRecord> {
  yield* await readReceiptsFrom(url);
}

async function* readFromFile(path: string): AsyncIterable<NarrativeRecord> {
  if (await isArchive(path)) yield* readArchive(path);
  else yield* asReceipts(parse(await readFile(path, "utf8"), path), path);
}

/** Whether a file is an archive. */
async function isArchive(path: string): Promise<boolean> {
  for await (const line of readLines(path)) return /^\{"format":/.test(line.toString("latin1"));
  return false;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(`${path} is neither a book, an archive of stories nor JSON.`);
  }
}
