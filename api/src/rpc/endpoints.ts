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
import { asHex, isRevert } from "#protocol/chainReader";
import { endpointErrorIn, RpcEndpointError, wrongChain } from "#protocol/rpcEndpointError";
import { createRpcFetch } from "./rpcFetch.ts";

/** Counts requests to the endpoints. */
export interface RpcMetrics {
  rpcRequests: Counter<"endpoint" | "method" | "outcome">;
}

export interface EndpointOptions {
  /** In the order of preference. */
  urls: readonly string[];
  chainId: number;
  /** Time limit of a request at all endpoints together. */
  timeoutMilliseconds: number;
  /** Returns the lowest number that the newest block may have. */
  leastBlock: () => bigint;
  metrics?: RpcMetrics | undefined;
  /** Milliseconds since any start. */
  now?: () => number;
}

/** For so long, an endpoint that failed or is behind is asked after the others. */
const pauseMilliseconds = 5_000;

type Request = Parameters<EIP1193RequestFn>[0];

/** Sends a request by viem's transport of one URL. */
type Send = (asked: Request) => Promise<unknown>;

/** Error of an endpoint whose newest block is older than one that was seen before. */
export class BehindError extends RpcEndpointError {
  override name = "BehindError";

  constructor(number: bigint, seen: bigint) {
    super(`The RPC endpoint is behind: its newest block is ${number}, but ${seen} exists already.`);
  }
}

/**
 * Returns a transport that sends each request to the first endpoint, and to the next one if that fails. To viem's
 * `fallback` it adds that no endpoint is used while it serves another chain, or while its newest block is older than one
 * that was seen before, and that one that failed is asked last for a while.
 */
export function createEndpoints(options: EndpointOptions): Transport<"endpoints"> {
  const { urls, now = () => performance.now() } = options;
  const endpoints = urls.map((url, index) => new Endpoint(url, index + 1, { ...options, now }));
  return (config) =>
    createTransport({
      key: "endpoints",
      name: "RPC endpoints",
      type: "endpoints",
      retryCount: 0,
      request: ((asked: Request) => {
        const isPaused = ({ pausedUntil }: Endpoint) => (pausedUntil > now() ? 1 : 0);
        const inOrder = endpoints.toSorted((a, b) => isPaused(a) - isPaused(b));
        const transports = inOrder.map(({ transport }) => transport);
        // A reverted call is an answer.
        const all = fallback(transports, { retryCount: 0, shouldThrow: isRevert });
        return all(config).request(asked as never);
      }) as EIP1193RequestFn,
    });
}

class Endpoint {
  pausedUntil = 0;
  readonly #options: EndpointOptions & { now: () => number };
  readonly #http: Transport;
  readonly #label: string;
  /** Check of its chain since its last failure. */
  #verification: Promise<unknown> | undefined;

  /** @param number its place in RPC_URL, from 1: its name in the metrics. */
  constructor(url: string, number: number, options: EndpointOptions & { now: () => number }) {
    this.#options = options;
    this.#label = String(number);
    this.#http = http(url, {
      // Clients retry by themselves; a hidden retry only makes them wait longer.
      retryCount: 0,
      // The transport's own timeout does not cover a response that stalls; the fetch's does.
      timeout: 0,
      fetchFn: createRpcFetch(options.timeoutMilliseconds / options.urls.length),
    });
  }

  readonly transport: Transport = (config) => {
    const inner = this.#http(config);
    const send: Send = (asked) => inner.request(asked as never);
    return { ...inner, request: ((asked: Request) => this.#answer(asked, send)) as never };
  };

  async #answer(asked: Request, send: Send): Promise<unknown> {
    const { method, params } = asked;
    if (method === "eth_getBlockByNumber" && Object(params)[0] === "latest") {
      const [, block] = await Promise.all([
        this.#checkChain(send),
        this.#send(asked, send, (block) => this.#assertNotBehind(block)),
      ]);
      return block;
    }
    await (this.#verification ?? this.#checkChain(send));
    return this.#send(asked, send);
  }

  #checkChain(send: Send): Promise<unknown> {
    const { chainId } = this.#options;
    const check = this.#send({ method: "eth_chainId" } as Request, send, (answer) => {
      const actual = hexToNumber(asHex(answer));
      if (actual !== chainId) throw wrongChain(actual, chainId);
    });
    this.#verification = check;
    check.catch(() => {
      if (this.#verification === check) this.#verification = undefined;
    });
    return check;
  }

  #assertNotBehind(block: unknown): void {
    const number = hexToBigInt(asHex(Object(block).number));
    const least = this.#options.leastBlock();
    if (number < least) throw new BehindError(number, least);
  }

  /** Sends a request, and counts it by its outcome. */
  async #send(
    asked: Request,
    send: Send,
    check: (answer: unknown) => void = () => undefined,
  ): Promise<unknown> {
    let outcome: Outcome = "answered";
    try {
      const answer = await send(asked);
      if (answer === null || answer === undefined) throw new NoAnswerError();
      check(answer);
      this.pausedUntil = 0;
      return answer;
    } catch (error) {
      outcome = outcomeOf(error);
      const { now } = this.#options;
      if (outcome === "failed" || outcome === "behind")
        this.pausedUntil = now() + pauseMilliseconds;
      if (outcome === "failed") this.#verification = undefined;
      throw error;
    } finally {
      const labels = { endpoint: this.#label, method: asked.method, outcome };
      this.#options.metrics?.rpcRequests.inc(labels);
    }
  }
}

class NoAnswerError extends RpcEndpointError {
  constructor() {
    super("The RPC endpoint's response has no result.");
  }
}

/** A call that reverts is answered. The endpoint works if it refuses one request, and is paused if it fails. */
type Outcome = "answered" | "refused" | "behind" | "failed";

function outcomeOf(error: unknown): Outcome {
  if (isRevert(error)) return "answered";
  const told = endpointErrorIn(error);
  if (told instanceof BehindError) return "behind";
  return isRefused(error) || told instanceof NoAnswerError ? "refused" : "failed";
}

/** Whether the node refuses a call, such as one for too many blocks or for pruned state. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const cause = error.walk(
    (each) => each instanceof RpcRequestError || each instanceof HttpRequestError,
  );
  if (cause instanceof HttpRequestError) return cause.status === 400 || cause.status === 413;
  return cause !== null;
}
