import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { CommonHeaders } from "./commonHeaders.ts";
import type { ReportRequest } from "./reportRequest.ts";
import { cachedRevision, hasRevisionTag, restoreTags } from "./revisionTag.ts";
import { isWellFormedRequest } from "./routing.ts";
import {
  captureResponse,
  createStoredResponse,
  isStorable,
  type StoredResponse,
} from "./storedResponse.ts";

/** Counts the changes that this process learns of. */
export class Changes {
  count = 0;
  /** Their number at the last save in this process. */
  countAtSave = 0;

  readonly note = (): void => {
    this.count += 1;
  };

  /** Nothing that was made before is sent any more. */
  readonly noteSave = (): void => {
    this.countAtSave = this.count;
  };
}

interface ResponseCacheOptions {
  /** Makes the responses. */
  app: RequestListener;
  changes: Pick<Changes, "count" | "countAtSave">;
  /** Cache key of a URL with a query. */
  keyOf: (url: string) => string;
  report: ReportRequest;
  headers: CommonHeaders;
  /** Counts the reads that may be sent from memory. */
  reads: { hits: number; misses: number };
  maxBytes: number;
  /** How long a response is sent while there is no change: files change without a notice. */
  lifeMilliseconds: number;
  /** How long a response is sent after a change, unless that is a save in this process. */
  staleMilliseconds: number;
  /** Milliseconds since any start. */
  now?: () => number;
}

/** A response that was made after that number of changes. */
interface Entry {
  stored: StoredResponse;
  count: number;
  madeAt: number;
}

interface Flight extends Pick<Entry, "count" | "madeAt"> {
  made: Promise<StoredResponse | undefined>;
  /** Whether the client whose request makes it has left before it was sent. */
  hasLeft(): boolean;
}

/** Share of the cache that one response may take. */
const maxShare = 1 / 8;

/** Request headers whose responses Express decides about. */
const unusualHeaders = ["if-match", "if-unmodified-since"] as const;

/**
 * Creates a cache in front of Express for everything that is marked as public. A response is sent from memory until
 * there is a change. Then Express makes it again, once for all concurrent requests and at most once in
 * `staleMilliseconds`.
 */
export function createResponseCache(options: ResponseCacheOptions): RequestListener {
  const { app, changes, keyOf, report, headers, reads, maxBytes } = options;
  const { lifeMilliseconds, staleMilliseconds, now = () => performance.now() } = options;
  /** By URL, the one that was used last at the end. */
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Flight>();
  let bytes = 0;

  return (request, response) => {
    const id = headers.idOf(request);
    restoreTags(request.headers);
    if (!isCacheable(request)) {
      pass(request, response, id);
      return;
    }
    const { url = "" } = request;
    const key = url.includes("?") ? keyOf(url) : url;
    respond(request, response, id, key);
  };

  /** @param mayRetry whether to wait once more if the response that it waits for may not be stored. */
  function respond(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    key: string,
    mayRetry = true,
  ): void {
    const entry = entries.get(key);
    // Only the store knows a revision that the client has seen elsewhere.
    const given = request.headers["if-none-match"];
    const isKnown =
      !hasRevisionTag(key) ||
      given === entry?.stored.etag ||
      cachedRevision(request.headers) <= (entry?.stored.revision ?? 0);
    if (!isKnown) {
      pass(request, response, id);
      return;
    }
    if (entry !== undefined && maySend(entry)) {
      if (entry.stored.needsHtml && !acceptsHtml(request)) {
        pass(request, response, id);
        return;
      }
      reads.hits += 1;
      entries.delete(key);
      entries.set(key, entry);
      send(request, response, entry.stored, id);
      return;
    }
    if (mayRetry) reads.misses += 1;
    const flight = flights.get(key);
    if (flight === undefined || !mayAwait(flight)) {
      const { count } = changes;
      const hasLeft = () => response.closed && !response.writableFinished;
      const begun = { count, madeAt: now(), made: make(request, response, id), hasLeft };
      flights.set(key, begun);
      void begun.made.then((stored) => {
        if (flights.get(key) !== begun) return;
        flights.delete(key);
        keep(key, stored && { stored, count, madeAt: begun.madeAt });
      });
      return;
    }
    void flight.made.then((stored) => {
      if (stored && !(stored.needsHtml && !acceptsHtml(request)))
        send(request, response, stored, id);
      else if (response.closed) return;
      // The first of those that wait makes it.
      else if (stored === undefined && (mayRetry || flight.hasLeft()))
        respond(request, response, id, key, false);
      else void make(request, response, id);
    });
  }

  function maySend({ count, madeAt }: Pick<Entry, "count" | "madeAt">): boolean {
    if (count === changes.count) return now() - madeAt < lifeMilliseconds;
    return count >= changes.countAtSave && now() - madeAt < staleMilliseconds;
  }

  /** A response that is begun before a change, such as a hiding, may take seconds. */
  function mayAwait(flight: Flight): boolean {
    return flight.count === changes.count || maySend(flight);
  }

  /** Has Express respond, and returns the response if others may get it too. */
  async function make(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<StoredResponse | undefined> {
    const { method } = request;
    const wanted = { ...request.headers };
    // The whole response is made; `sendTo` chooses what of it the client gets.
    request.method = "GET";
    delete request.headers["if-none-match"];
    delete request.headers["if-modified-since"];
    delete request.headers.range;
    delete request.headers["accept-encoding"];
    const maxEntryBytes = maxBytes * maxShare;
    const capturing = captureResponse(response, maxEntryBytes);
    pass(request, response, id, method);
    const captured = await capturing;
    if (captured === undefined) return undefined;
    if (captured.status !== 200) {
      response.end(captured.body);
      return undefined;
    }
    const stored = createStoredResponse(captured, routeOf(request));
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    await stored.sendTo(response, wanted, id);
    return isStorable(captured) && captured.body.length <= maxEntryBytes ? stored : undefined;
  }

  /** Lets Express respond to this request alone. */
  function pass(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    method = request.method,
  ): void {
    const startedAt = performance.now();
    const { url } = request;
    headers.set(request, response, id);
    response.once("close", () =>
      report({ method, url, response, id, startedAt, route: routeOf(request) }),
    );
    app(request, response);
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    stored: StoredResponse,
    id: string,
  ): void {
    const startedAt = performance.now();
    const { method, url } = request;
    const sending = stored.sendTo(response, request.headers, id);
    const finish = () => report({ method, url, response, id, startedAt, route: stored.route });
    if (sending === undefined) finish();
    else void sending.then(finish);
  }

  function keep(key: string, entry: Entry | undefined): void {
    drop(key);
    if (entry === undefined) return;
    entries.set(key, entry);
    bytes += bytesOf(key, entry);
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entry !== undefined) bytes -= bytesOf(key, entry);
    entries.delete(key);
  }
}

/** The key is counted twice: it may be a slice of a longer URL, which it keeps in memory. */
function bytesOf(key: string, { stored }: Entry): number {
  return stored.bytes + 2 * key.length;
}

/** Whether a response from memory would certainly be the same as Express's. */
function isCacheable(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  // The build has compressed its files, and their names contain a hash.
  if (!url.startsWith("/") || url.startsWith("/assets/")) return false;
  return (
    isWellFormedRequest(request) && unusualHeaders.every((name) => headers[name] === undefined)
  );
}

/** Whether a request certainly accepts HTML. */
function acceptsHtml({ headers: { accept } }: IncomingMessage): boolean {
  return accept === undefined || accept === "*/*" || /^text\/html(,|$)/.test(accept);
}

/** Returns the template of the route in Express; static files and unknown paths are `other`. */
function routeOf(request: IncomingMessage): string {
  // Safety: Express sets it.
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === "string" ? route.path : "other";
}
