import { subscribe } from "node:diagnostics_channel";
import { setTimeout as delay } from "node:timers/promises";
import type { Counter } from "prom-client";
import {
  BaseError,
  createTransport,
  type EIP1193RequestFn,
  fallback,
  HttpRequestError,
  hexToBigInt,
  hexToNumber,
  http,
  RpcRequestError,
  type Transport,
} from "viem";
import { isRevert, requireHex } from "#protocol/chain/chainReader";
import {
  findEndpointError,
  RpcEndpointError,
  wrongChainError,
} from "#protocol/chain/rpcEndpointError";
import { readResponse } from "../base/readBytes.ts";

/** Counts requests to the endpoints. */
export interface RpcMetrics {
  rpcRequests: Counter<"endpoint" | "method" | "outcome">;
}

interface EndpointOptions {
  /** Endpoints in order of preference. */
  urls: readonly string[];
  chainId: number;
  /** Time limit per request, across all endpoints. */
  timeoutMilliseconds: number;
  /** Returns the minimum number that the latest block may have. */
  minBlock: () => bigint;
  metrics?: RpcMetrics | undefined;
  /** Returns monotonic milliseconds. */
  now?: () => number;
  /** Waits before the only retry of a read at a block that a node does not have yet. */
  pause?: () => Promise<unknown>;
}

/** Matches messages from nodes that lack a block. */
const unknownBlock = /(?:header|block) not found|unknown block|could not find block/i;
const unknownBlockMilliseconds = 250;

/** How long an endpoint is tried last after it failed or lagged behind. */
const pauseMilliseconds = 5_000;
const maxResponseBytes = 10 * 1024 ** 2;

type Request = Parameters<EIP1193RequestFn>[0];

/** Number of connections opened by `fetch`, per origin. */
const connections = new Map<string, number>();
subscribe("undici:client:connected", (message) => {
  const { protocol, host } = Object(message).connectParams;
  const origin = `${protocol}//${host}`;
  const count = connections.get(origin);
  if (count !== undefined) connections.set(origin, count + 1);
});

/** Thrown when an endpoint's latest block is older than a block already seen. */
export class BehindError extends RpcEndpointError {
  override name = "BehindError";

  constructor(number: bigint, seen: bigint) {
    super(
      `The RPC endpoint lags behind: its latest block is ${number}, but block ${seen} already exists.`,
    );
  }
}

class EmptyResponseError extends RpcEndpointError {
  constructor() {
    super("The RPC endpoint's response has no result.");
  }
}

/**
 * Returns a transport that sends each request to the first endpoint, and to the next endpoint after
 * a failure. Unlike viem's `fallback`, it skips endpoints that serve a different chain or lag
 * behind the latest seen block, and tries a failed endpoint last for a while. Checks an endpoint's
 * chain ID once per set of connections, after a failure, and for the first block after `recheck`.
 */
export function createEndpoints(
  options: EndpointOptions,
): Transport<"endpoints"> & { recheck(): void } {
  const { urls, now = () => performance.now() } = options;
  const endpoints = urls.map((url, index) => createEndpoint(url, index + 1, { ...options, now }));
  const transport: Transport<"endpoints"> = (config) =>
    createTransport({
      key: "endpoints",
      name: "RPC endpoints",
      type: "endpoints",
      retryCount: 0,
      request: ((rpcRequest: Request) => {
        const isPaused = ({ pausedUntil }: { pausedUntil: number }) =>
          pausedUntil > now() ? 1 : 0;
        const mapInOrder = endpoints.toSorted((a, b) => isPaused(a) - isPaused(b));
        const transports = mapInOrder.map(({ transport }) => transport);
        // A reverted call counts as a result.
        const all = fallback(transports, { retryCount: 0, shouldThrow: isRevert });
        return all(config).request(rpcRequest as never);
      }) as EIP1193RequestFn,
    });
  return Object.assign(transport, {
    recheck() {
      for (const endpoint of endpoints) endpoint.recheck();
    },
  });
}

/** @param number position in RPC_URL, from 1: the endpoint's label in the metrics. */
function createEndpoint(
  url: string,
  number: number,
  {
    urls,
    chainId,
    timeoutMilliseconds,
    minBlock,
    metrics,
    now,
    pause = () => delay(unknownBlockMilliseconds),
  }: EndpointOptions & { now: () => number },
) {
  const plain = http(url, {
    // Callers retry; a hidden retry would only delay them.
    retryCount: 0,
    // The transport's own timeout does not cover a stalled response body; `rpcFetch`'s does.
    timeout: 0,
    fetchFn: rpcFetch(timeoutMilliseconds / urls.length),
  });
  const { origin } = new URL(url);
  connections.set(origin, connections.get(origin) ?? 0);
  /** The chain check since the endpoint's last failure, and the connection count when the check ended. */
  let verification: { done: Promise<unknown>; connections?: number | undefined } | undefined;

  const endpoint = {
    pausedUntil: 0,
    recheck() {
      verification = undefined;
    },
    transport: ((config) => {
      const inner = plain(config);
      return {
        ...inner,
        request: ((rpcRequest: Request) => respond(rpcRequest, inner.request as Send)) as never,
      };
    }) satisfies Transport as Transport,
  };
  return endpoint;

  async function respond(rpcRequest: Request, request: Send): Promise<unknown> {
    const { method, params } = rpcRequest;
    if (method !== "eth_getBlockByNumber" || Object(params)[0] !== "latest") {
      await verified(request);
      return send(rpcRequest, request);
    }
    const [, block] = await Promise.all([
      verified(request),
      send(rpcRequest, request, (block) => {
        const newest = hexToBigInt(requireHex(Object(block).number));
        if (newest < minBlock()) throw new BehindError(newest, minBlock());
      }),
    ]);
    // The request may have opened a connection to a different node.
    await verified(request);
    return block;
  }

  function verified(request: Send): Promise<unknown> {
    const { done, connections: before } = verification ?? {};
    const isOutdated = before !== undefined && before !== connections.get(origin);
    return done === undefined || isOutdated ? verify(request) : done;
  }

  function verify(request: Send): Promise<unknown> {
    const check = send({ method: "eth_chainId" } as Request, request, (result) => {
      const actual = hexToNumber(requireHex(result));
      if (actual !== chainId) throw wrongChainError(actual, chainId);
    });
    const started: typeof verification = { done: check };
    verification = started;
    check.then(
      () => {
        started.connections = connections.get(origin);
      },
      () => {
        if (verification === started) verification = undefined;
      },
    );
    return check;
  }

  /** Sends a request and counts it by outcome. */
  async function send(
    rpcRequest: Request,
    request: Send,
    check: (result: unknown) => void = () => undefined,
    mayRetry = urls.length === 1,
  ): Promise<unknown> {
    let outcome: Outcome = "answered";
    try {
      const result = await request(rpcRequest);
      if (result === null || result === undefined) throw new EmptyResponseError();
      check(result);
      endpoint.pausedUntil = 0;
      return result;
    } catch (error) {
      outcome = classifyOutcome(error);
      if (outcome === "failed" || outcome === "behind") {
        endpoint.pausedUntil = now() + pauseMilliseconds;
      }
      if (outcome === "failed") verification = undefined;
      // Nodes behind one URL may differ by a block; with several URLs, the next URL is tried instead.
      if (!mayRetry || outcome !== "rejected" || !isUnknownBlock(error)) throw error;
    } finally {
      metrics?.rpcRequests.inc({ endpoint: String(number), method: rpcRequest.method, outcome });
    }
    await pause();
    return send(rpcRequest, request, check, false);
  }
}

function isUnknownBlock(error: unknown): boolean {
  return error instanceof BaseError && unknownBlock.test(error.details);
}

/** Sends a request through viem's transport for one URL. */
type Send = (rpcRequest: Request) => Promise<unknown>;

/**
 * A reverted call counts as answered. After a rejected request, the endpoint stays in use; after a
 * failed request, it pauses.
 */
type Outcome = "answered" | "rejected" | "behind" | "failed";

function classifyOutcome(error: unknown): Outcome {
  if (isRevert(error)) return "answered";
  const endpointError = findEndpointError(error);
  if (endpointError instanceof BehindError) return "behind";
  return isRejected(error) || endpointError instanceof EmptyResponseError ? "rejected" : "failed";
}

/** Returns whether the node rejected a call, for example because of too many blocks or pruned state. */
export function isRejected(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const cause = error.walk(
    (each) => each instanceof RpcRequestError || each instanceof HttpRequestError,
  );
  if (cause instanceof HttpRequestError) return cause.status === 400 || cause.status === 413;
  return cause !== null;
}

/**
 * Creates a `fetch` that limits a response's time and size, and rejects a response to a different
 * request, which a faulty proxy may return.
 */
function rpcFetch(timeoutMilliseconds: number): typeof fetch {
  return async (url, init) => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, { ...init, signal });
    const tooLarge = new Error("The RPC endpoint's response is too large.");
    const body = await readResponse(response, maxResponseBytes, () => tooLarge).catch((error) => {
      if (error !== tooLarge) throw error;
    });
    // Thrown as a rejection, so that the caller requests a smaller block range.
    if (body === undefined) return new Response(tooLarge.message, { status: 413 });
    if (response.ok) {
      const { id, error, message, result } = Object(JSON.parse(body.toString()));
      const sentId = Object(JSON.parse(String(init?.body))).id;
      // Connection-level errors, such as an exhausted quota, have no ID or no JSON-RPC envelope.
      const text = Object(error).message ?? error ?? message;
      if (id !== sentId && (id ?? result ?? undefined) === undefined && typeof text === "string")
        throw new RpcEndpointError(`The RPC endpoint returned an error: ${text.slice(0, 200)}`);
      if (id !== sentId) throw new Error("The RPC endpoint responded to a different request.");
    }
    return new Response(body, response);
  };
}
