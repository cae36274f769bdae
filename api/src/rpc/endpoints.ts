import {
  createTransport,
  type EIP1193RequestFn,
  fallback,
  hexToBigInt,
  hexToNumber,
  http,
  type Transport,
} from "viem";
import { asHex, isRevert } from "#protocol/chainReader";
import { endpointErrorIn, RpcEndpointError, wrongChain } from "#protocol/rpcEndpointError";
import { BehindError } from "./latestBlock.ts";
import { isRefused } from "./rpcErrors.ts";
import { createRpcFetch } from "./rpcFetch.ts";
import type { RpcMetrics } from "./rpcMetrics.ts";

export interface EndpointOptions {
  /** In the order of preference. */
  urls: readonly string[];
  chainId: number;
  /** Time limit of a request at all endpoints together. */
  timeoutMilliseconds: number;
  /** Returns the lowest number that the newest block may have. */
  leastBlock: () => bigint;
  metrics?: Pick<RpcMetrics, "rpcRequests"> | undefined;
  /** Milliseconds since any start. */
  now?: () => number;
}

/** Pauses of an endpoint after its failures. */
const pauseMilliseconds = { first: 1_000, longest: 60_000 };

type Request = Parameters<EIP1193RequestFn>[0];

/** Sends a request by viem's transport of one URL. */
type Send = (asked: Request) => Promise<unknown>;

/**
 * Returns a transport that sends each request to the first endpoint, and to the next one if that fails. An endpoint
 * that failed is asked after the others for a while. None is used while it serves another chain, or while its newest
 * block is older than one that was seen before.
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
        const inOrder = endpoints.toSorted((a, b) => a.pauseAt(now()) - b.pauseAt(now()));
        const transports = inOrder.map(({ transport }) => transport);
        // A reverted call is an answer.
        const all = fallback(transports, { retryCount: 0, shouldThrow: isRevert });
        return all(config).request(asked as never);
      }) as EIP1193RequestFn,
    });
}

class Endpoint {
  readonly #options: EndpointOptions & { now: () => number };
  readonly #http: Transport;
  readonly #label: string;
  #pausedUntil = 0;
  #failures = 0;
  /** Check of its chain since its last failure. */
  #verification: Promise<unknown> | undefined;

  /** @param number its place in RPC_URL, from 1: its name in the metrics. */
  constructor(url: string, number: number, options: EndpointOptions & { now: () => number }) {
    this.#options = options;
    this.#label = String(number);
    const timeoutMilliseconds = options.timeoutMilliseconds / options.urls.length;
    this.#http = http(url, {
      // Clients retry by themselves; a hidden retry only makes them wait longer.
      retryCount: 0,
      // The transport's own timeout does not cover a response that stalls; the fetch's does.
      timeout: 0,
      fetchFn: createRpcFetch(timeoutMilliseconds),
    });
  }

  readonly transport: Transport = (config) => {
    const inner = this.#http(config);
    const send: Send = (asked) => inner.request(asked as never);
    return { ...inner, request: ((asked: Request) => this.#answer(asked, send)) as never };
  };

  /** When its pause ends; 0 without one. */
  pauseAt(now: number): number {
    return this.#pausedUntil > now ? this.#pausedUntil : 0;
  }

  async #answer(asked: Request, send: Send): Promise<unknown> {
    if (isForNewestBlock(asked)) {
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
      this.#failures = 0;
      this.#pausedUntil = 0;
      return answer;
    } catch (error) {
      outcome = outcomeOf(error);
      if (outcome === "failed" || outcome === "behind") this.#pause(outcome);
      throw error;
    } finally {
      const labels = { endpoint: this.#label, method: asked.method, outcome };
      this.#options.metrics?.rpcRequests.inc(labels);
    }
  }

  #pause(outcome: "failed" | "behind"): void {
    const now = this.#options.now();
    if (outcome === "failed") this.#verification = undefined;
    // Requests that fail at the same time count as one failure.
    if (now < this.#pausedUntil) return;
    const { first, longest } = pauseMilliseconds;
    const pause = outcome === "behind" ? first : Math.min(first * 2 ** this.#failures, longest);
    if (outcome === "failed") this.#failures += 1;
    this.#pausedUntil = now + pause;
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

function isForNewestBlock({ method, params }: Request): boolean {
  return method === "eth_getBlockByNumber" && Object(params)[0] === "latest";
}
