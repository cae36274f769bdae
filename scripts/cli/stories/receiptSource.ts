import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bookManifestFile } from "#protocol/book";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPathPrefix } from "#protocol/paths";
import {
  asReceipts,
  reach,
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
 * archive (the URL of a CAR or an archive ends with .car or .jsonl), or a file with the response of a story's URL.
 *
 * @throws {SourceError | ArchiveError} also while the receipts are read.
 */
export async function openSource(place: string): Promise<ReceiptSource> {
  if (/^https?:/i.test(place)) return openUrl(place);
  const found = await stat(place).catch((error) => {
    throw error.code === "ENOENT" ? new SourceError(`${place} does not exist.`) : error;
  });
  return found.isDirectory() ? openBook(folderFiles(place), place) : openFile(place);
}

/** @param place names the file in errors. */
async function openFile(path: string, place = path): Promise<ReceiptSource> {
  if (await isCar(path)) return openBook(await openCar(path, place), place);
  return { receipts: readFromFile(path, place), omissions: [], close: nothingToClose };
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
  if (isFile(url)) return openDownload(url);
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

/** Whether a URL is that of a CAR or of an archive, rather than of a site; gateways of IPFS take `format=car`. */
function isFile(url: URL): boolean {
  return /\.(car|jsonl)$/i.test(url.pathname) || url.searchParams.get("format") === "car";
}

/** Downloads a file, because a CAR is not read in its order. */
async function openDownload(url: URL): Promise<ReceiptSource> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "drifters-download-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "file");
  await download(url, path);
  const source = stack.adopt(await openFile(path, url.href), ({ close }) => close());
  const opened = stack.move();
  return { ...source, close: () => opened.disposeAsync() };
}

async function download(url: URL, path: string): Promise<void> {
  const response = await reach(url);
  if (!response.ok) throw new SourceError(`${url} returned status ${response.status}.`);
  await writeFile(path, response.body ?? "").catch((error) => {
    // Of the disk.
    if ("syscall" in error) throw error;
    throw new SourceError(`${url} ended early.`);
  });
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

async function* readFromFile(path: string, place: string): AsyncIterable<NarrativeRecord> {
  if (await isArchive(path)) yield* readArchive(path);
  else yield* asReceipts(parse(await readFile(path, "utf8"), place), place);
}

/** Whether a file is an archive. */
async function isArchive(path: string): Promise<boolean> {
  for await (const line of readLines(path)) return /^\{"format":/.test(line.toString("latin1"));
  return false;
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(`${place} is neither a book, an archive of stories nor JSON.`);
  }
}
