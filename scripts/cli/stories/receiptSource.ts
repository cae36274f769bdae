import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { bookManifestFile } from "#protocol/book";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath, drifterPathPrefix } from "#protocol/paths";
import type { ChainHead } from "#protocol/receiptChain";
import { chainHeadSchema, drifterChainSchema, parseReceipt } from "#service/stories";
import { readArchive } from "./archive.ts";
import { readBookReceipts, readManifest } from "./bookSource.ts";
import { openCar } from "./carFiles.ts";
import { inOrder } from "./inOrder.ts";
import { readLines } from "./lines.ts";
import { folderFiles, isCar, reach, type SiteFiles, servedFiles } from "./siteFiles.ts";
import { SourceError } from "./sourceError.ts";

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

/** Number of requests at the same time. */
const requestsAtOnce = 8;

/**
 * Opens a source: a service's URL (all histories), the URL of a story or a history, a book (its URL, folder or CAR), an
 * archive, or a file with the response of a story's URL.
 *
 * @throws {SourceError | ArchiveError} also while the receipts are read.
 */
export async function openSource(place: string): Promise<ReceiptSource> {
  if (/^https?:/i.test(place)) return openUrl(place);
  if ((await stat(place)).isDirectory()) return openBook(folderFiles(place), place);
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
  if ((await readManifest(files, place)) !== undefined) return openBook(files, place);
  const omissions: string[] = [];
  return {
    receipts: readFromService(url, omissions),
    omissions,
    files: servedFiles(new URL("/", url)),
    close: nothingToClose,
  };
}

/** The URL of a folder, with a slash at its end: that of a page in it, or without it. */
function folderOf(url: URL): URL {
  const folder = new URL(url);
  folder.search = "";
  folder.hash = "";
  folder.pathname = folder.pathname.replace(/\/(?:[^/]+\.(?:html|json))?$/, "");
  folder.pathname += "/";
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

/** Reads all histories of a service, the ones of removed stories included. */
async function* readFromService(url: URL, omissions: string[]): AsyncIterable<NarrativeRecord> {
  const heads = await readHeads(url);
  const histories = inOrder(heads, requestsAtOnce, async ({ drifterId, revision }) => {
    const receipts = await readHistory(url, drifterId);
    return {
      drifterId,
      receipts,
      missing: (revision ?? receipts?.length ?? 0) - (receipts?.length ?? 0),
    };
  });
  for await (const { drifterId, receipts, missing } of histories) {
    if (receipts === undefined) omissions.push(await explainAbsence(url, drifterId));
    else if (missing > 0) {
      omissions.push(
        `Drifter ${drifterId}: ${missing} of its revisions, whose files were corrupt.`,
      );
    }
    yield* receipts ?? [];
  }
}

/** A drifter with receipts; without its revision if the service is older than checkpoints. */
type KnownHead = Pick<ChainHead, "drifterId"> & Partial<ChainHead>;

async function readHeads(url: URL): Promise<readonly KnownHead[]> {
  const heads = await fetchJsonIfThere(new URL(apiPaths.heads, url));
  const parsed = z.array(chainHeadSchema).safeParse(heads);
  if (parsed.success) return parsed.data;
  const list = await fetchJson(new URL(apiPaths.narratives, url));
  if (!Array.isArray(list)) throw new SourceError(`${url} did not return a list of stories.`);
  return list.map((item) => ({ drifterId: String(item?.drifterId) }));
}

/** Undefined if the service does not return it. */
async function readHistory(url: URL, drifterId: DrifterId): Promise<NarrativeRecord[] | undefined> {
  const history = new URL(drifterPath(apiPaths.history, drifterId), url);
  const value = await fetchJsonIfThere(history);
  return value === undefined ? undefined : asReceipts(value, history.href);
}

async function explainAbsence(url: URL, drifterId: DrifterId): Promise<string> {
  const chain = await fetchJsonIfThere(new URL(drifterPath(apiPaths.links, drifterId), url));
  const { data } = drifterChainSchema.safeParse(chain);
  return `Drifter ${drifterId}: ${data?.isHidden ? "the service hides its story." : "the service has no history of it."}`;
}

async function* readFromUrl(url: URL): AsyncIterable<NarrativeRecord> {
  yield* asReceipts(await fetchJson(url), url.href);
}

/** Undefined with status 404. */
async function fetchJsonIfThere(url: URL): Promise<unknown> {
  const response = await reach(url);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new SourceError(`${url} returned status ${response.status}.`);
  return response.json().catch(() => {
    throw new SourceError(`${url} did not return JSON.`);
  });
}

async function fetchJson(url: URL): Promise<unknown> {
  const value = await fetchJsonIfThere(url);
  if (value !== undefined) return value;
  throw new SourceError(`${url} returned status 404.`);
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

/** The receipts of a response, oldest first. */
function asReceipts(value: unknown, place: string): NarrativeRecord[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const receipts = values.map((value, index) => {
    try {
      return parseReceipt(value);
    } catch {
      throw new SourceError(`Entry ${index + 1} of ${place} is not a receipt.`);
    }
  });
  return receipts.sort((a, b) => a.revision - b.revision);
}
