import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { captureResponse } from "./captureResponse.ts";
import type { CommonHeaders } from "./commonHeaders.ts";
import type { ReportRequest } from "./reportRequest.ts";
import { knownRevision } from "./revisionTag.ts";
import { isWellFormedRequest } from "./routing.ts";
import { createStoredResponse, isStorable, type StoredResponse } from "./storedResponse.ts";

interface ResponseCacheOptions {
  /** Makes the responses. */
  app: RequestListener;
  /** A number that rises with every change that this process learns of. */
  version: () => number;
  /** Cache key of a URL with a query. */
  keyOf: (url: string) => string;
  report: ReportRequest;
  headers: CommonHeaders;
  maxBytes: number;
  /** How long a response is sent while the number is the same: files change without a notice. */
  lifeMilliseconds: number;
  /** How long a response is sent after a change, unless that is a save in this process. */
  staleMilliseconds: number;
  /** Called for each read that may be sent from memory. */
  onRead?: (isHit: boolean) => void;
  /** Milliseconds since any start. */
  now?: () => number;
}

export interface ResponseCache {
  listener: RequestListener;
  /** Notes a save in this process: nothing that was made before it is sent any more. */
  noteSave(): void;
}

/** A response that was made under one number. */
interface Entry {
  stored: StoredResponse;
  version: number;
  madeAt: number;
}

interface Flight {
  version: number;
  made: Promise<StoredResponse | undefined>;
}

/** Share of the cache that one response may take. */
const maxShare = 1 / 8;

/** Request headers whose responses Express decides about. */
const unusualHeaders = ["range", "if-match", "if-unmodified-since", "if-modified-since"] as const;

/**
 * Creates a cache in front of Express for everything that is marked as public. A response is sent from memory while the
 * number under which it was made is the current one. Under an older number Express makes it again, once for all who
 * ask and at most once in `staleMilliseconds`.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { app, version, keyOf, report, headers, maxBytes } = options;
  const { lifeMilliseconds, staleMilliseconds, now = () => performance.now() } = options;
  const { onRead = () => undefined } = options;
  /** By URL, the one that was used last at the end. */
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Flight>();
  let bytes = 0;
  /** Entries of a lower number are not sent. */
  let leastVersion = Number.NEGATIVE_INFINITY;

  return {
    listener(request, response) {
      const id = headers.idOf(request);
      if (!isCacheable(request)) return pass(request, response, id);
      const { url = "" } = request;
      const key = url.includes("?") ? keyOf(url) : url;
      const current = version();
      const entry = entries.get(key);
      // Only the store knows a revision that the client has seen elsewhere.
      const revision = knownRevision(request.headers);
      if (revision > 0 && !(entry && revision <= entry.stored.revision)) {
        return pass(request, response, id);
      }
      if (entry !== undefined && maySend(entry, current)) {
        if (entry.stored.needsHtml && !acceptsHtml(request)) return pass(request, response, id);
        onRead(true);
        entries.delete(key);
        entries.set(key, entry);
        return send(request, response, entry.stored, id);
      }
      onRead(false);
      const flight = flights.get(key);
      if (flight === undefined || flight.version < leastVersion) {
        const madeAt = now();
        const made = make(request, response, id);
        flights.set(key, { version: current, made });
        void made.then((stored) => {
          if (flights.get(key)?.made === made) flights.delete(key);
          keep(key, stored && { stored, version: current, madeAt });
        });
        return;
      }
      void flight.made.then((stored) => {
        if (stored === undefined || (stored.needsHtml && !acceptsHtml(request))) {
          void make(request, response, id);
        } else send(request, response, stored, id);
      });
    },
    noteSave() {
      leastVersion = version();
    },
  };

  function maySend({ version: madeUnder, madeAt }: Entry, current: number): boolean {
    const age = now() - madeAt;
    if (madeUnder === current) return age < lifeMilliseconds;
    return madeUnder >= leastVersion && age < staleMilliseconds;
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
    bytes += entry.stored.bytes;
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    bytes -= entries.get(key)?.stored.bytes ?? 0;
    entries.delete(key);
  }
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
