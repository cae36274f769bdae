import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { withTimeout } from "../base/withTimeout.ts";
import {
  decide,
  type Freshness,
  isAcceptable,
  isCacheable,
  type RenderStart,
} from "./cacheDecision.ts";
import type { CommonHeaders } from "./commonHeaders.ts";
import type { ReportRequest } from "./reportRequest.ts";
import { ResponseStore } from "./responseStore.ts";
import { restoreTags } from "./revisionTag.ts";
import {
  captureResponse,
  createStoredResponse,
  isStorable,
  type StoredResponse,
} from "./storedResponse.ts";

interface ResponseCacheOptions extends Freshness {
  /** Creates the responses. */
  app: RequestListener;
  /** Returns the cache key for a URL with a query. */
  cacheKey: (url: string) => string;
  report: ReportRequest;
  headers: CommonHeaders;
  /** Counts requests that may be served from memory. */
  reads: { hits: number; misses: number };
  maxBytes: number;
  /** Checks for unreported changes. Called at most once a second, before responses from memory. */
  checkForChanges?: () => void;
  /** Returns milliseconds since the start of the process. */
  now?: () => number;
}

interface Flight extends RenderStart {
  made: Promise<StoredResponse | undefined>;
  /** The response to the client whose request started the render. */
  first: ServerResponse;
}

/** A request, its response, and the request ID. */
type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse; id: string }>;

/** Interval between two checks for changes. */
const checkIntervalMilliseconds = 1_000;
/** Time limit of a background render. */
const renewalMilliseconds = 10_000;

/** Maximum share of the cache that one response may use. */
const maxShare = 1 / 8;

/**
 * Creates a cache in front of Express for all responses marked as public. A response is sent from memory until a
 * change. Then Express makes the response again, once for all concurrent requests and at most once per
 * `staleMilliseconds`; in the background if the old response became stale only a moment ago.
 */
export function createResponseCache(options: ResponseCacheOptions): RequestListener {
  const { cacheKey, headers } = options;
  const cache = new ResponseCache(options);
  return (request, response) => {
    const exchange = { request, response, id: headers.requestId(request) };
    restoreTags(request.headers);
    const { url = "" } = request;
    if (!isCacheable(request)) cache.pass(exchange);
    else cache.respond(url.includes("?") ? cacheKey(url) : url, exchange);
  };
}

class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #now: () => number;
  readonly #store: ResponseStore;
  readonly #flights = new Map<string, Flight>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#store = new ResponseStore(options.maxBytes);
  }

  /** @param mayRetry whether to wait once more if the awaited response may not be stored. */
  respond(key: string, exchange: Exchange, mayRetry = true): void {
    const { reads } = this.#options;
    const entry = this.#store.get(key);
    const flight = this.#flights.get(key);
    const now = this.#now();
    const decision = decide(key, exchange.request.headers, entry, flight, this.#options, now);
    if (decision === "pass") {
      this.pass(exchange);
    } else if ((decision === "send" || decision === "renew") && entry) {
      reads.hits += 1;
      entry.wasSent = true;
      this.#send(exchange, entry.stored, now);
      this.#look(now);
      if (decision === "renew") this.#renew(key, exchange, now);
    } else {
      if (mayRetry) reads.misses += 1;
      if (decision === "join" && flight) void this.#join(flight, key, exchange, mayRetry);
      else void this.#begin(key, exchange, now);
    }
  }

  async #join(flight: Flight, key: string, exchange: Exchange, mayRetry: boolean): Promise<void> {
    const stored = await flight.made;
    const { closed, writableFinished } = flight.first;
    if (stored && isAcceptable(stored, exchange.request.headers))
      this.#send(exchange, stored, this.#now());
    else if (exchange.response.closed) return;
    // The first waiting request renders it.
    else if (stored === undefined && (mayRetry || (closed && !writableFinished)))
      this.respond(key, exchange, false);
    else await this.#make(exchange);
  }

  #look(now: number): void {
    if (now - this.#lookedAt < checkIntervalMilliseconds) return;
    this.#lookedAt = now;
    this.#options.checkForChanges?.();
  }

  /** Renders a response again for later requests, from a copy of this request. */
  #renew(key: string, { request, id }: Exchange, now: number): void {
    const { method, url, headers, rawHeaders, httpVersionMajor, httpVersionMinor } = request;
    const version = { httpVersion: request.httpVersion, httpVersionMajor, httpVersionMinor };
    const copy = Object.assign(new IncomingMessage(request.socket), { method, url, ...version });
    Object.assign(copy, { headers: { ...headers }, rawHeaders });
    const exchange = { request: copy, response: new ServerResponse(copy), id };
    void this.#begin(
      key,
      exchange,
      now,
      withTimeout(this.#make(exchange, false), renewalMilliseconds),
    );
  }

  /** Renders a response for all waiting requests. */
  async #begin(
    key: string,
    exchange: Exchange,
    madeAt: number,
    made = this.#make(exchange),
  ): Promise<void> {
    const { count } = this.#options.changes;
    const flight = { count, madeAt, made, first: exchange.response };
    this.#flights.set(key, flight);
    const stored = await made;
    if (this.#flights.get(key) !== flight) return;
    this.#flights.delete(key);
    if (stored === undefined) this.#store.delete(key);
    else this.#store.set(key, { stored, count, madeAt });
  }

  /**
   * Lets Express respond, and returns the response if shareable.
   *
   * @param hasClient whether the response is sent to the request's client.
   */
  async #make(exchange: Exchange, hasClient = true): Promise<StoredResponse | undefined> {
    const { request, response, id } = exchange;
    const { method } = request;
    const wanted = { ...request.headers };
    // Express creates the complete response; `sendTo` selects what the client receives.
    request.method = "GET";
    delete request.headers["if-none-match"];
    delete request.headers["if-modified-since"];
    delete request.headers.range;
    delete request.headers["accept-encoding"];
    const maxEntryBytes = this.#options.maxBytes * maxShare;
    const capturing = captureResponse(response, maxEntryBytes);
    this.pass(exchange, method);
    const captured = await capturing;
    if (captured === undefined) return undefined;
    if (captured.status !== 200) {
      if (hasClient) response.end(captured.body);
      return undefined;
    }
    const stored = createStoredResponse(captured, findRouteTemplate(request));
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    if (hasClient) await stored.sendTo(response, wanted, id);
    return isStorable(captured) && captured.body.length <= maxEntryBytes ? stored : undefined;
  }

  /** Lets Express respond to this request only. */
  pass({ request, response, id }: Exchange, method = request.method): void {
    const { app, headers, report } = this.#options;
    const startedAt = performance.now();
    const { url } = request;
    headers.set(request, response, id);
    response.once("close", () =>
      report({ method, url, response, id, startedAt, route: findRouteTemplate(request) }),
    );
    app(request, response);
  }

  #send(
    { request, response, id }: Exchange,
    { route, sendTo }: StoredResponse,
    startedAt: number,
  ): void {
    const { report } = this.#options;
    const { method, url, headers } = request;
    const reported = { method, url, response, id, startedAt, route };
    const sending = sendTo(response, headers, id);
    if (sending === undefined) report(reported);
    else void sending.then(() => report(reported));
  }
}

/** Returns Express's route template; `other` for static files and unknown paths. */
function findRouteTemplate(request: IncomingMessage): string {
  // Safety: Express sets this property.
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === "string" ? route.path : "other";
}
