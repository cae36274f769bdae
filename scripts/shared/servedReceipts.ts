import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { parseReceipt } from "#service/stories";

/** Thrown when a source has no receipts in a supported format. */
export class SourceError extends Error {
  override name = "SourceError";
}

/** Histories that are requested at once. */
const readsAtOnce = 8;

/**
 * Reads the receipts of all histories that a service serves.
 *
 * @param onProgress called with the number of drifters whose history was read.
 * @throws {SourceError}
 */
export async function* readServedReceipts(
  origin: URL,
  onProgress?: (progress: { done: number; total: number }) => void,
): AsyncIterable<NarrativeRecord> {
  const list = await fetchJson(new URL(apiPaths.narratives, origin));
  if (!Array.isArray(list)) throw new SourceError(`${origin} did not return a list of stories.`);
  const ids = list.map((item) => String(item?.drifterId));
  for (let done = 0; done < ids.length; done += readsAtOnce) {
    const next = ids.slice(done, done + readsAtOnce);
    const histories = await Promise.all(
      next.map((id) => readReceiptsFrom(new URL(drifterPath(apiPaths.history, id), origin))),
    );
    yield* histories.flat();
    onProgress?.({ done: done + next.length, total: ids.length });
  }
}

/**
 * Reads the receipts of a story's or a history's URL.
 *
 * @throws {SourceError}
 */
export async function readReceiptsFrom(url: URL): Promise<NarrativeRecord[]> {
  return asReceipts(await fetchJson(url), url.href);
}

/**
 * Parses one receipt or a list of receipts.
 *
 * @param place names the source in the error.
 * @throws {SourceError}
 */
export function asReceipts(value: unknown, place: string): NarrativeRecord[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((value, index) => {
    try {
      return parseReceipt(value);
    } catch {
      throw new SourceError(`Entry ${index + 1} of ${place} is not a receipt.`);
    }
  });
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
