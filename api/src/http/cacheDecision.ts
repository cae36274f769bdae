import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { cachedRevision, hasRevisionTag } from "./revisionTag.ts";
import { isWellFormedRequest } from "./routing.ts";
import type { StoredResponse } from "./storedResponse.ts";

/** When a response was begun, and after how many changes. */
export interface Begun {
  count: number;
  madeAt: number;
}

/** A response in memory. */
export interface Entry extends Begun {
  stored: StoredResponse;
}

/** How long responses are sent. */
export interface Freshness {
  /** Their number, and that at the last save in this process. */
  changes: { readonly count: number; readonly countAtSave: number };
  /** How long a response is sent while there is no change: files change without a notice. */
  lifeMilliseconds: number;
  /** How long a response is sent after a change, unless that is a save in this process. */
  staleMilliseconds: number;
}

/** Request headers whose responses Express decides about. */
const unusualHeaders = ["if-match", "if-unmodified-since"] as const;

/** Whether a response from memory would certainly be the same as Express's. */
export function isCacheable(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  // The build has compressed its files, and their names contain a hash.
  if (!url.startsWith("/") || url.startsWith("/assets/")) return false;
  return (
    isWellFormedRequest(request) && unusualHeaders.every((name) => headers[name] === undefined)
  );
}

/**
 * Decides how to respond to a cacheable request: `pass` it to Express for this client alone, `send` the entry, `join`
 * those that wait for the flight, or `make` a response for all.
 */
export function decide(
  key: string,
  headers: IncomingHttpHeaders,
  entry: Entry | undefined,
  flight: Begun | undefined,
  freshness: Freshness,
  now: number,
): "pass" | "send" | "join" | "make" {
  // Only the store knows a revision that the client has seen elsewhere.
  const isKnown =
    !hasRevisionTag(key) ||
    headers["if-none-match"] === entry?.stored.etag ||
    cachedRevision(headers) <= (entry?.stored.revision ?? 0);
  if (!isKnown) return "pass";
  if (entry !== undefined && maySend(entry, freshness, now))
    return suits(entry.stored, headers) ? "send" : "pass";
  if (flight === undefined) return "make";
  // A response that is begun before a change, such as a hiding, may take seconds.
  const isCurrent = flight.count === freshness.changes.count;
  return isCurrent || maySend(flight, freshness, now) ? "join" : "make";
}

function maySend({ count, madeAt }: Begun, freshness: Freshness, now: number): boolean {
  const { changes, lifeMilliseconds, staleMilliseconds } = freshness;
  if (count === changes.count) return now - madeAt < lifeMilliseconds;
  return count >= changes.countAtSave && now - madeAt < staleMilliseconds;
}

/** Whether a client certainly gets this form of a response: others than HTML are not stored beside it. */
export function suits({ needsHtml }: StoredResponse, { accept }: IncomingHttpHeaders): boolean {
  return !needsHtml || accept === undefined || accept === "*/*" || /^text\/html(,|$)/.test(accept);
}
