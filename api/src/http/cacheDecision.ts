import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { cachedRevision, hasRevisionTag } from "./revisionTag.ts";
import { isWellFormedRequest } from "./routing.ts";
import type { StoredResponse } from "./storedResponse.ts";

/** Start time of a response, and the change counter at that time. */
export interface RenderStart {
  count: number;
  madeAt: number;
}

/** A cached response. */
export interface Entry extends RenderStart {
  stored: StoredResponse;
  /** Whether the response was recently served from memory. */
  wasSent?: boolean;
}

/** Inputs for deciding whether a response is fresh. */
export interface Freshness {
  /** The change counter, its value at this process's last save, and the time of the last change. */
  changes: { readonly count: number; readonly countAtSave: number; readonly changedAt: number };
  /** Returns how long a response stays fresh while nothing changes. */
  lifetime: (stored: Pick<StoredResponse, "isBrief">) => number;
  /** How long a stale response is served after a change, unless this process made the change. */
  staleMilliseconds: number;
}

/** Returns whether a cached response would be identical to Express's response. */
export function isCacheable(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  // The build has compressed its files, whose names contain a hash.
  if (!url.startsWith("/") || url.startsWith("/assets/")) return false;
  // Express handles these.
  const { "if-match": match, "if-unmodified-since": since } = headers;
  return match === undefined && since === undefined && isWellFormedRequest(request);
}

/**
 * Decides how to respond to a cacheable request: `pass` it to Express, `send` the entry, `renew` the entry in the
 * background as well, `join` the in-flight render, or `make` a response for all waiting requests.
 */
export function decide(
  key: string,
  headers: IncomingHttpHeaders,
  entry: Entry | undefined,
  flight: RenderStart | undefined,
  freshness: Freshness,
  now: number,
): "pass" | "send" | "renew" | "join" | "make" {
  // Only the store knows a revision that the client got from another process.
  const isKnown =
    !hasRevisionTag(key) ||
    headers["if-none-match"] === entry?.stored.etag ||
    cachedRevision(headers) <= (entry?.stored.revision ?? 0);
  if (!isKnown) return "pass";
  const isNew = entry !== undefined && isFresh(entry, freshness, now);
  if (entry !== undefined && (isNew || mayRenew(entry, freshness, now))) {
    if (!isAcceptable(entry.stored, headers)) return "pass";
    return isNew || flight !== undefined ? "send" : "renew";
  }
  if (flight === undefined) return "make";
  // A render that started before a change, such as hiding a story, may take seconds.
  const isCurrent = flight.count === freshness.changes.count;
  return isCurrent || isRecentlyStale(flight, freshness, now) ? "join" : "make";
}

function isFresh(entry: Entry, freshness: Freshness, now: number): boolean {
  if (entry.count !== freshness.changes.count) return isRecentlyStale(entry, freshness, now);
  return now - entry.madeAt < freshness.lifetime(entry.stored);
}

function isRecentlyStale(
  { count, madeAt }: RenderStart,
  freshness: Freshness,
  now: number,
): boolean {
  const { changes, staleMilliseconds } = freshness;
  return count >= changes.countAtSave && now - madeAt < staleMilliseconds;
}

/** Returns whether an entry became stale recently enough to be served while a new response is made. */
function mayRenew({ count, madeAt, stored }: Entry, freshness: Freshness, now: number): boolean {
  const { changes, lifetime, staleMilliseconds } = freshness;
  if (count === changes.count) return now - madeAt < lifetime(stored) + staleMilliseconds;
  // Only the last change's time is known.
  const isLast = count === changes.count - 1 && count >= changes.countAtSave;
  return isLast && now - changes.changedAt < staleMilliseconds / 2;
}

/**
 * Returns whether a client certainly accepts the stored format: if the format depends on `Accept`, only HTML is stored.
 */
export function isAcceptable(
  { needsHtml }: StoredResponse,
  { accept }: IncomingHttpHeaders,
): boolean {
  return !needsHtml || accept === undefined || accept === "*/*" || /^text\/html(,|$)/.test(accept);
}
