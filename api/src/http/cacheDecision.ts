import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { cachedRevision, hasRevisionTag } from "./revisionTag.ts";
import { isWellFormedRequest } from "./routing.ts";
import type { StoredResponse } from "./storedResponse.ts";

/** When a response was started, and the change counter at that time. */
export interface Begun {
  count: number;
  madeAt: number;
}

/** A response in memory. */
export interface Entry extends Begun {
  stored: StoredResponse;
  /** Whether it was served from memory recently. */
  wasSent?: boolean;
}

/** Inputs of the decision about a response's age. */
export interface Freshness {
  /** Change counter, its value at this process's last save, and the time of the last change. */
  changes: { readonly count: number; readonly countAtSave: number; readonly changedAt: number };
  /** Returns for how long a response is served while there is no change. */
  lifeOf: (stored: Pick<StoredResponse, "isBrief">) => number;
  /** How long a stale response is served after a change, unless this process made the change by a save. */
  staleMilliseconds: number;
}

/** Returns whether a cached response would be identical to Express's. */
export function isCacheable(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  // The build has compressed its files, whose names contain a hash.
  if (!url.startsWith("/") || url.startsWith("/assets/")) return false;
  // Left to Express.
  const { "if-match": match, "if-unmodified-since": since } = headers;
  return match === undefined && since === undefined && isWellFormedRequest(request);
}

/**
 * Decides how to respond to a cacheable request: `pass` it to Express, `send` the entry, `renew` it in the background
 * too, `join` the in-flight render, or `make` a response for all.
 */
export function decide(
  key: string,
  headers: IncomingHttpHeaders,
  entry: Entry | undefined,
  flight: Begun | undefined,
  freshness: Freshness,
  now: number,
): "pass" | "send" | "renew" | "join" | "make" {
  // Only the store knows a revision that the client received elsewhere.
  const isKnown =
    !hasRevisionTag(key) ||
    headers["if-none-match"] === entry?.stored.etag ||
    cachedRevision(headers) <= (entry?.stored.revision ?? 0);
  if (!isKnown) return "pass";
  const isNew = entry !== undefined && isFresh(entry, freshness, now);
  if (entry !== undefined && (isNew || mayRenew(entry, freshness, now))) {
    if (!suits(entry.stored, headers)) return "pass";
    return isNew || flight !== undefined ? "send" : "renew";
  }
  if (flight === undefined) return "make";
  // A render that started before a change, such as a hiding, may take seconds.
  const isCurrent = flight.count === freshness.changes.count;
  return isCurrent || isBarelyStale(flight, freshness, now) ? "join" : "make";
}

function isFresh(entry: Entry, freshness: Freshness, now: number): boolean {
  if (entry.count !== freshness.changes.count) return isBarelyStale(entry, freshness, now);
  return now - entry.madeAt < freshness.lifeOf(entry.stored);
}

function isBarelyStale({ count, madeAt }: Begun, freshness: Freshness, now: number): boolean {
  const { changes, staleMilliseconds } = freshness;
  return count >= changes.countAtSave && now - madeAt < staleMilliseconds;
}

/** Returns whether it became stale recently enough to be served while a new one is made. */
function mayRenew({ count, madeAt, stored }: Entry, freshness: Freshness, now: number): boolean {
  const { changes, lifeOf, staleMilliseconds } = freshness;
  if (count === changes.count) return now - madeAt < lifeOf(stored) + staleMilliseconds;
  // The times of earlier changes are unknown.
  const isLast = count === changes.count - 1 && count >= changes.countAtSave;
  return isLast && now - changes.changedAt < staleMilliseconds / 2;
}

/** Returns whether a client certainly accepts the stored format: where `Accept` decides, only HTML is stored. */
export function suits({ needsHtml }: StoredResponse, { accept }: IncomingHttpHeaders): boolean {
  return !needsHtml || accept === undefined || accept === "*/*" || /^text\/html(,|$)/.test(accept);
}
