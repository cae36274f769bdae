import { readFile } from "node:fs/promises";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath, drifterPathPrefix } from "#protocol/paths";
import { parseReceipt } from "#service/stories";
import { readArchive } from "./archive.ts";
import { readLines } from "./lines.ts";

/** Thrown when a source has no receipts in a supported format. */
export class SourceError extends Error {
  override name = "SourceError";
}

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
    : readFromService(url);
}

async function* readFromService(url: URL): AsyncIterable<NarrativeRecord> {
  const list = await fetchJson(new URL(apiPaths.narratives, url));
  if (!Array.isArray(list)) throw new SourceError(`${url} did not return a list of stories.`);
  for (const item of list) {
    const path = drifterPath(apiPaths.history, String(item?.drifterId));
    yield* readFromUrl(new URL(path, url));
  }
}

async function* readFromUrl(url: URL): AsyncIterable<NarrativeRecord> {
  yield* asReceipts(await fetchJson(url), url.href);
}

async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url).catch((error) => {
    throw new SourceError(`Can't reach ${url}: ${error.cause?.message ?? error.message}.`);
  });
  if (!response.ok) throw new SourceError(`${url} returned status ${response.status}.`);
  return response.json().catch(() => {
    throw new SourceError(`${url} did not return JSON.`);
  });
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

function asReceipts(value: unknown, place: string): NarrativeRecord[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((value, index) => {
    try {
      return parseReceipt(value);
    } catch {
      throw new SourceError(`Entry ${index + 1} of ${place} is not a receipt.`);
    }
  });
}
