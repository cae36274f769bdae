import type { Hex } from "viem";
import { endpointErrorIn, RpcEndpointError } from "#protocol/rpcEndpointError";

export interface Block {
  number: bigint;
  hash: Hex;
  /** Seconds since 1970. */
  timestamp: number;
}

/** The newest block that is known. */
export interface NewestBlock extends Block {
  /** Whether it was asked for before this read, so that there may be a newer one by now. */
  mayBeOutdated: boolean;
}

export interface Freshness {
  /** Whether the block must be asked for after this read has begun. */
  isFresh?: boolean;
}

/** Error of an endpoint whose newest block is older than one that was seen before. */
export class BehindError extends RpcEndpointError {
  override name = "BehindError";

  constructor(number: bigint, seen: bigint) {
    super(`The RPC endpoint is behind: its newest block is ${number}, but ${seen} exists already.`);
  }
}

interface LatestBlockOptions {
  /** Asks for the newest block. */
  ask: () => Promise<Block>;
  /** Time between two blocks; with 0, no read uses a block that was asked for before it. */
  blockMilliseconds: number | undefined;
  /** Returns that time if it is not given. */
  findBlockMilliseconds: () => Promise<number>;
  /** Called for each read that asks nothing itself. */
  onShared?: () => void;
  /** Milliseconds since any start. */
  now?: () => number;
  /** Milliseconds since 1970. */
  wallClock?: () => number;
}

/** Pause between two questions while the next block is late. */
const leastPauseMilliseconds = 1_000;

/** For so long, endpoints that are behind do not make a block unknown that was seen before. */
const longestHoldMilliseconds = 30_000;

interface Known {
  block: Block;
  askedAt: number;
  /** From then on, it is asked for again. */
  until: number;
}

/**
 * The chain's newest block, asked for once for all who read it at the same time. It is asked for again a quarter of the
 * block time after the next one is due by its timestamp: about once for each block, on chains with regular blocks. With
 * a wrong clock, a block is used for one and a quarter block times at the longest. Block numbers never decrease, except
 * with a block time of 0, which is for chains that restart.
 */
export class LatestBlock {
  readonly #options: LatestBlockOptions;
  readonly #now: () => number;
  readonly #wallClock: () => number;
  #known: Known | undefined;
  #asking: { startedAt: number; answer: Promise<Block> } | undefined;
  #blockMilliseconds: Promise<number> | undefined;

  constructor(options: LatestBlockOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#wallClock = options.wallClock ?? Date.now;
  }

  /** The block whose answers may be kept; undefined if none, or if every read asks again. */
  get kept(): Block | undefined {
    return this.#isAlwaysAsked ? undefined : this.#known?.block;
  }

  /** Blocks with a lower number are outdated. */
  get leastNumber(): bigint {
    return this.kept?.number ?? 0n;
  }

  async read({ isFresh = false }: Freshness = {}): Promise<NewestBlock> {
    const startedAt = this.#now();
    const needsFresh = isFresh || this.#isAlwaysAsked;
    const known = this.#known;
    if (!needsFresh && known !== undefined && startedAt < known.until) {
      this.#options.onShared?.();
      return { ...known.block, mayBeOutdated: true };
    }
    return this.#readSince(needsFresh ? startedAt : Number.NEGATIVE_INFINITY, startedAt);
  }

  /** Asks again at the next read: the endpoint may be another node by now. */
  forget(): void {
    if (this.#known !== undefined) this.#known.until = Number.NEGATIVE_INFINITY;
  }

  get #isAlwaysAsked(): boolean {
    return this.#options.blockMilliseconds === 0;
  }

  /** Joins a question that was asked at `since` or later, or asks. */
  async #readSince(since: number, startedAt: number): Promise<NewestBlock> {
    for (let asking = this.#asking; asking !== undefined; asking = this.#asking) {
      if (asking.startedAt >= since) {
        this.#options.onShared?.();
        return { ...(await asking.answer), mayBeOutdated: asking.startedAt < startedAt };
      }
      await asking.answer.catch(() => undefined);
    }
    return { ...(await this.#start()), mayBeOutdated: false };
  }

  #start(): Promise<Block> {
    const startedAt = this.#now();
    const answer = this.#ask(startedAt).finally(() => {
      this.#asking = undefined;
    });
    this.#asking = { startedAt, answer };
    return answer;
  }

  async #ask(askedAt: number): Promise<Block> {
    const sent = this.#wallClock();
    this.#blockMilliseconds ??= this.#findBlockMilliseconds();
    const [answer, blockMilliseconds] = await Promise.all([
      this.#options.ask().catch((error: unknown) => ({ error })),
      this.#blockMilliseconds,
    ]);
    const shortest = Math.max(blockMilliseconds / 4, leastPauseMilliseconds);
    if ("error" in answer) return this.#hold(answer.error, askedAt, askedAt + shortest);
    const longest = blockMilliseconds * 1.25;
    const age = sent - answer.timestamp * 1_000;
    const life = Math.max(shortest, Math.min(longest - age, longest));
    this.#known = { block: answer, askedAt, until: askedAt + life };
    return answer;
  }

  /** Returns the known block for a while when all endpoints are behind it; throws any other error. */
  #hold(error: unknown, askedAt: number, until: number): Block {
    const known = this.#known;
    const isRecent = known !== undefined && askedAt - known.askedAt < longestHoldMilliseconds;
    if (!isRecent || !(endpointErrorIn(error) instanceof BehindError)) throw error;
    known.until = until;
    return known.block;
  }

  async #findBlockMilliseconds(): Promise<number> {
    return this.#options.blockMilliseconds ?? this.#options.findBlockMilliseconds();
  }
}
