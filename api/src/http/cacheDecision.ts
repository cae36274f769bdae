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
  /** Whether it was sent from memory lately. */
  wasSent?: boolean;
}

/** How long responses are sent. */
export interface Freshness {
  /** Their number, that at the last save in this process, and the time of the last change. */
  changes: { readonly count: number; readonly countAtSave: number; readonly changedAt: number };
  /** Returns how long a response is sent while there is no change. */
  lifeOf: (stored: Pick<StoredResponse, "isBrief">) => number;
  /** How long a response is sent after a change, unless that is a save in this process. */
  staleMilliseconds: number;
}

/** Whether a response from memory would certainly be the same as Express's. */
export function isCacheable(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  // The build has compressed its files, and their names contain a hash.
  if (!url.startsWith("/") || url.startsWith("/assets/")) return false;
  // Express decides about these.
  const { "if-match": match, "if-unmodified-since": since } = headers;
  return match === undefined && since === undefined && isWellFormedRequest(request);
}

/**
 * Decides how to respond to a cacheable request: `pass` it to Express for this client alone, `send` the entry, or
 * `renew` it too, behind that, `join` those that wait for the flight, or `make` a response for all.
 */
export function decide(
  key: string,
  headers: IncomingHttpHeaders,
  entry: Entry | undefined,
  flight: Begun | undefined,
  freshness: Freshness,
  now: number,
): "pass" | "send" | "renew" | "join" | "make" {
  // Only the store knows a revision that the client has seen elsewhere.
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
  // A response that is begun before a change, such as a hiding, may take seconds.
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

/** Whether it has been stale for so short a time that it is sent while a new one is made. */
function mayRenew({ count, madeAt, stored }: Entry, freshness: Freshness, now: number): boolean {
  const { changes, lifeOf, staleMilliseconds } = freshness;
  if (count === changes.count) return now - madeAt < lifeOf(stored) + staleMilliseconds;
  // Of earlier changes, the time is not known.
  const isLast = count === changes.count - 1 && count >= changes.countAtSave;
  return isLast && now - changes.changedAt < staleMilliseconds / 2;
}

/** Whether a client certainly gets this form of a response: others than HTML are not stored beside it. */
export function suits({ needsHtml }: StoredResponse, { accept }: IncomingHttpHeaders): boolean {
  return !needsHtml || accept === undefined || accept === "*/*" || /^text\/html(,|$)/.test(accept);
}
