import { z } from "zod";
import type { DrifterId } from "#protocol/values/drifterId";
import { mapInOrder } from "#protocol/values/mapInOrder";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { ChainHead, SignedRevision } from "#protocol/wire/responses";
import { chainHeadSchema, signedRevisionSchema, tokenChainSchema } from "#protocol/wire/responses";

/** Thrown when a source has no signed revisions in a supported format, or cannot be read. */
export class SourceError extends Error {
  override name = "SourceError";
}

/** Maximum number of concurrently requested histories. */
const readConcurrency = 8;

/** Progress reports while the histories are read. */
interface Listeners {
  /** Called with the number of histories read so far. */
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Called with a warning about signed revisions that the service has but does not serve. */
  onOmission?: (omission: string) => void;
}

/**
 * Reads all signed revisions that a service serves, including removed stories, each token's oldest first.
 *
 * @throws {SourceError}
 */
export async function* readServedRevisions(
  url: URL,
  { onProgress, onOmission }: Listeners = {},
): AsyncIterable<SignedRevision> {
  const heads = await readHeads(url);
  let done = 0;
  const histories = mapInOrder(heads, readConcurrency, async ({ drifterId, revision }) => {
    const history = new URL(tokenPath(apiPaths.history, drifterId), url);
    const bytes = await fetchIfFound(history);
    return { drifterId, revision, revisions: bytes && parseRevisions(bytes, history) };
  });
  for await (const { drifterId, revision, revisions } of histories) {
    const missing = revision - (revisions?.length ?? 0);
    if (revisions === undefined) onOmission?.(await describeMissingHistory(url, drifterId));
    else if (missing > 0) {
      onOmission?.(`Token ${drifterId}: ${missing} revisions whose files were corrupt.`);
    }
    yield* revisions ?? [];
    done += 1;
    onProgress?.({ done, total: heads.length });
  }
}

/** Reads a service's tokens with signed revisions. @throws {SourceError} */
export function readHeads(origin: URL): Promise<readonly ChainHead[]> {
  return fetchAs(new URL(apiPaths.heads, origin), z.array(chainHeadSchema));
}

async function describeMissingHistory(url: URL, drifterId: DrifterId): Promise<string> {
  const links = new URL(tokenPath(apiPaths.links, drifterId), url);
  const bytes = await fetchIfFound(links);
  const { data } = tokenChainSchema.safeParse(bytes && parseJson(bytes, links));
  return `Token ${drifterId}: ${data?.isHidden ? "the service hides its story." : "the service has no history for this token."}`;
}

/** Reads the signed revisions at a story's or a history's URL. @throws {SourceError} */
export async function* readRevisionsFrom(url: URL): AsyncIterable<SignedRevision> {
  yield* parseRevisions(await fetchAll(url), url);
}

/**
 * Parses a response with a signed revision or a list of them.
 *
 * @returns them with older revisions first.
 * @throws {SourceError}
 */
export function parseRevisions(response: Buffer, sourceName: URL | string): SignedRevision[] {
  const revisions = [parseJson(response, sourceName)].flat().map((item, index) => {
    try {
      return signedRevisionSchema.parse(item);
    } catch {
      throw new SourceError(`Entry ${index + 1} of ${sourceName} is not a signed revision.`);
    }
  });
  return revisions.sort((a, b) => a.revision - b.revision);
}

/** Reads and validates the JSON at a URL. @throws {SourceError} */
export async function fetchAs<Value>(url: URL, schema: z.ZodType<Value>): Promise<Value> {
  const value = schema.safeParse(parseJson(await fetchAll(url), url));
  if (value.success) return value.data;
  throw new SourceError(`${url} did not return this version's response format.`);
}

/** Reads the response at a URL; undefined for status 404. @throws {SourceError} */
export async function fetchIfFound(url: URL): Promise<Buffer | undefined> {
  const response = await fetch(url).catch((error) => {
    throw new SourceError(`Can't reach ${url}: ${error.cause?.message ?? error.message}.`);
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new SourceError(`${url} returned status ${response.status}.`);
  if (response.body === null) return Buffer.of();
  return readLimited(response.body, url).catch((error) => {
    throw error instanceof SourceError ? error : new SourceError(`${url} ended early.`);
  });
}

async function fetchAll(url: URL): Promise<Buffer> {
  const bytes = await fetchIfFound(url);
  if (bytes !== undefined) return bytes;
  throw new SourceError(`${url} returned status 404.`);
}

function parseJson(bytes: Buffer, sourceName: URL | string): unknown {
  try {
    return JSON.parse(stripByteOrderMark(bytes.toString()));
  } catch {
    if (sourceName instanceof URL) throw new SourceError(`${sourceName} is not JSON.`);
    throw new SourceError(
      `${sourceName} is not a book, an archive or JSON. Pass a book folder, an archive written by npm run stories -- export, or the JSON response from a story's URL.`,
    );
  }
}

const mebibyte = 1024 ** 2;

/** Maximum size of a service's decoded response, or of a file with such a response. */
const maxBytes = 16 * mebibyte;

/**
 * Reads a response, or a file with a response.
 *
 * @throws {SourceError} if it exceeds 16 MB, because a hostile service could send endlessly.
 */
export async function readLimited(
  source: AsyncIterable<Uint8Array>,
  sourceName: URL | string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new SourceError(`${sourceName} is larger than ${maxBytes / mebibyte} MB, the maximum.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
