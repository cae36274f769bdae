import { createReadStream } from "node:fs";
import { open, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { bookRevisionsFile } from "#protocol/wire/bookMarkup";
import { apiPaths, tokenPathPrefix } from "#protocol/wire/paths";
import type { SignedRevision } from "#protocol/wire/responses";
import { epubRevisionsFile, type SiteFiles } from "#service/book";
import {
  fetchIfFound,
  parseRevisions,
  readLimited,
  readRevisionsFrom,
  readServedRevisions,
  SourceError,
} from "../../shared/servedRevisions.ts";
import { readArchive } from "./archive.ts";
import { readZipEntry } from "./zipEntry.ts";

/** Signed revisions from any origin. */
export interface RevisionSource {
  /** A single-use stream: each token's signed revisions, oldest first. */
  revisions: AsyncIterable<SignedRevision>;
  /** Warnings about signed revisions that the source has but does not yield; complete once `revisions` is exhausted. */
  omissions: readonly string[];
  /** The site that the signed revisions come from; absent if the source contains nothing else. */
  files?: SiteFiles;
  close?(): Promise<void>;
}

/**
 * Opens a source: a service's URL (all histories), a story's or history's URL, a book's folder or EPUB, an
 * archive, or a file with the response from a story's URL.
 *
 * @throws {SourceError} also later, while the signed revisions are read.
 */
export async function openSource(location: string): Promise<RevisionSource> {
  return /^https?:/i.test(location) ? openUrl(location) : openPath(location);
}

/** Reads a source's signed revisions. @throws {SourceError} like `openSource`. */
export async function* readRevisionsAt(location: string): AsyncIterable<SignedRevision> {
  yield* (await openSource(location)).revisions;
}

async function openPath(path: string): Promise<RevisionSource> {
  const found = await stat(path).catch((error) => {
    throw error.code === "ENOENT" ? new SourceError(`${path} does not exist.`) : error;
  });
  if (found.isFile()) return { revisions: readFromFile(path), omissions: [] };
  if (!found.isDirectory()) throw new SourceError(`${path} is neither a file nor a folder.`);
  const archive = join(path, bookRevisionsFile);
  const isWithin = await createContainmentCheck(path);
  if (!(await isRegularFile(archive)) || !(await isWithin(archive))) {
    throw new SourceError(`${path} is not a book of stories: it has no ${bookRevisionsFile}.`);
  }
  return { revisions: readArchive(archive), omissions: [], files: folderFiles(path, isWithin) };
}

function openUrl(location: string): RevisionSource {
  const url = URL.parse(location);
  if (url === null) throw new SourceError(`${location} is not a URL.`);
  if (url.pathname.startsWith(tokenPathPrefix(apiPaths.narrative))) {
    return { revisions: readRevisionsFrom(url), omissions: [] };
  }
  const omissions: string[] = [];
  return {
    revisions: readServedRevisions(url, { onOmission: (omission) => omissions.push(omission) }),
    omissions,
    files: (path) => fetchIfFound(new URL(`/${path}`, url)),
  };
}

async function* readFromFile(path: string): AsyncIterable<SignedRevision> {
  const start = await readStart(path);
  if (start.startsWith("PK")) yield* readArchive(readZipEntry(path, epubRevisionsFile));
  else if (stripByteOrderMark(start).startsWith('{"format":')) yield* readArchive(path);
  else yield* parseRevisions(await readLimited(createReadStream(path), path), path);
}

/** Returns the beginning of a file, from which its format can be recognized. */
async function readStart(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(16) });
  return buffer.toString("utf8", 0, bytesRead);
}

/**
 * Reads only regular files in a folder, because reading a pipe could block forever.
 *
 * @param isAllowed whether a regular file may be read.
 */
export function folderFiles(
  folder: string,
  isAllowed: (file: string) => Promise<boolean> = async () => true,
): SiteFiles {
  return async (path) => {
    const file = join(folder, path);
    return (await isRegularFile(file)) && (await isAllowed(file)) ? readFile(file) : undefined;
  };
}

/** Returns whether a file's real path is inside a folder, because a link in a stranger's book may point anywhere. */
async function createContainmentCheck(folder: string): Promise<(file: string) => Promise<boolean>> {
  const root = join(await realpath(folder), sep);
  return async (file) => (await realpath(file)).startsWith(root);
}

async function isRegularFile(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
  });
  return found?.isFile() ?? false;
}
