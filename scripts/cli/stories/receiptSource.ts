import { readFile } from "node:fs/promises";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPathPrefix } from "#protocol/paths";
import {
  asReceipts,
  readReceiptsFrom,
  readServedReceipts,
  SourceError,
} from "../../shared/servedReceipts.ts";
import { readArchive } from "./archive.ts";
import { readLines } from "./lines.ts";

/**
 * Reads the receipts of a source: a service's URL (all histories), the URL of a story or a history, an archive, or a
 * file with the response of such a URL.
 *
 * @throws {SourceError | ArchiveError}
 */
export function readReceiptsAt(place: string): AsyncIterable<NarrativeRecord> {
  if (!/^https?:/i.test(place)) return readFromFile(place);
  const url = URL.parse(place);
  if (url === null) throw new SourceError(`${place} is not a URL.`);
  return url.pathname.startsWith(drifterPathPrefix(apiPaths.narrative))
    ? readFromUrl(url)
    : readServedReceipts(url);
}

async function* readFromUrl(url: URL): AsyncIterable<NarrativeRecord> {
  yield* await readReceiptsFrom(url);
}

async function* readFromFile(path: string): AsyncIterable<NarrativeRecord> {
  if (await isArchive(path)) yield* readArchive(path);
  else yield* asReceipts(parse(await readFile(path, "utf8"), path), path);
}

async function isArchive(path: string): Promise<boolean> {
  for await (const line of readLines(path)) return /^\{"format":/.test(line.toString("latin1"));
  return false;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(`${path} is neither an archive of stories nor JSON.`);
  }
}
