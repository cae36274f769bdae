import { z } from "zod";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { ChainHead } from "#protocol/receiptChain";
import { chainHeadSchema, drifterChainSchema, parseReceipt } from "#service/stories";
import { inOrder } from "./inOrder.ts";
import { readLimited, SourceError } from "./limitedReads.ts";

const headsSchema = z.array(chainHeadSchema);

/** Histories that are requested at once. */
const readsAtOnce = 8;

/** What is told while the histories are read. */
interface Listeners {
  /** Called with the number of drifters whose history was read. */
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Called with a sentence about receipts that the service has but does not give. */
  onOmission?: (omission: string) => void;
}

/**
 * Reads the receipts of all histories that a service serves, those of removed stories included: each drifter's oldest
 * first.
 *
 * @throws {SourceError}
 */
export async function* readServedReceipts(
  url: URL,
  { onProgress, onOmission }: Listeners = {},
): AsyncIterable<NarrativeRecord> {
  const heads = await readHeads(url);
  let done = 0;
  const histories = inOrder(heads, readsAtOnce, async ({ drifterId, revision }) => {
    const receipts = await readHistory(url, drifterId);
    return {
      drifterId,
      receipts,
      missing: revision - (receipts?.length ?? 0),
    };
  });
  for await (const { drifterId, receipts, missing } of histories) {
    if (receipts === undefined) onOmission?.(await explainAbsence(url, drifterId));
    else if (missing > 0) {
      onOmission?.(`Drifter ${drifterId}: ${missing} of its revisions, whose files were corrupt.`);
    }
    yield* receipts ?? [];
    done += 1;
    onProgress?.({ done, total: heads.length });
  }
}

/** Reads a service's drifters with receipts. @throws {SourceError} */
export async function readHeads(origin: URL): Promise<readonly ChainHead[]> {
  const url = new URL(apiPaths.heads, origin);
  const { data } = headsSchema.safeParse(await fetchJson(url));
  if (data) return data;
  throw new SourceError(`${url} did not return what a service of this version does.`);
}

/** Undefined if the service does not return it. */
async function readHistory(url: URL, drifterId: DrifterId): Promise<NarrativeRecord[] | undefined> {
  const history = new URL(drifterPath(apiPaths.history, drifterId), url);
  const bytes = await fetchIfThere(history);
  return bytes && parse(history, () => asReceipts(JSON.parse(bytes.toString()), history.href));
}

async function explainAbsence(url: URL, drifterId: DrifterId): Promise<string> {
  const links = new URL(drifterPath(apiPaths.links, drifterId), url);
  const bytes = await fetchIfThere(links);
  const chain = bytes && parse(links, () => JSON.parse(bytes.toString()));
  const { data } = drifterChainSchema.safeParse(chain);
  return `Drifter ${drifterId}: ${data?.isHidden ? "the service hides its story." : "the service has no history of it."}`;
}

/**
 * Reads the receipts of a story's or a history's URL.
 *
 * @throws {SourceError}
 */
export async function* readReceiptsFrom(url: URL): AsyncIterable<NarrativeRecord> {
  const bytes = await fetchAll(url);
  yield* parse(url, () => asReceipts(JSON.parse(bytes.toString()), url.href));
}

/**
 * Parses a receipt or a list of them.
 *
 * @param place names the source in the error.
 * @returns them with older revisions first.
 * @throws {SourceError}
 */
export function asReceipts(value: unknown, place: string): NarrativeRecord[] {
  const receipts = (Array.isArray(value) ? value : [value]).map((item, index) => {
    try {
      return parseReceipt(item);
    } catch {
      throw new SourceError(`Entry ${index + 1} of ${place} is not a receipt.`);
    }
  });
  return receipts.sort((a, b) => a.revision - b.revision);
}

/** Reads what is at a URL; undefined if there is nothing. @throws {SourceError} */
export async function fetchIfThere(url: URL): Promise<Buffer | undefined> {
  const response = await reach(url);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new SourceError(`${url} returned status ${response.status}.`);
  if (response.body === null) return Buffer.of();
  return readLimited(response.body, url).catch((error) => {
    throw error instanceof SourceError ? error : new SourceError(`${url} ended early.`);
  });
}

async function fetchAll(url: URL): Promise<Buffer> {
  const bytes = await fetchIfThere(url);
  if (bytes !== undefined) return bytes;
  throw new SourceError(`${url} returned status 404.`);
}

function parse<Value>(url: URL, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SourceError(`${url} did not return JSON.`);
  }
}

/** Reads the JSON at a URL. @throws {SourceError} */
export async function fetchJson(url: URL): Promise<unknown> {
  const bytes = await fetchAll(url);
  return parse(url, () => JSON.parse(bytes.toString()));
}

/** Sends a GET request. @throws {SourceError} without a response. */
async function reach(url: URL): Promise<Response> {
  return fetch(url).catch((error) => {
    throw new SourceError(`Can't reach ${url}: ${error.cause?.message ?? error.message}.`);
  });
}
