import { type Address, BaseError, getAbiItem, zeroAddress } from "viem";
import { collectionAbi } from "#chain/abi";
import { type BlockRange, readBackwards } from "#protocol/chain/blockRanges";
import { createRetryQueue } from "#protocol/chain/rateLimit";
import { larger } from "#protocol/values/bigints";
import type { ChainNode } from "./node.ts";
import type { MintedPhase, MintedPhases } from "./phases.ts";

/** How a phase sold until a block. */
export interface PhaseHistory {
  phase: string;
  minted: number;
  /** Number of wallets to which tokens were minted. */
  wallets: number;
  /** Number of minted tokens at the end of some blocks, including the first and the last mint's, oldest first. */
  points: { timestamp: bigint; minted: number }[];
}

/** How the collection sold until a block. */
export interface SaleHistory {
  blockNumber: bigint;
  /** What minters have paid, in wei, without refunds. */
  income: bigint;
  /** Number of wallets to which tokens were minted. */
  wallets: number;
  /** Phases with minted tokens, in the contract's order. */
  phases: PhaseHistory[];
}

/** A minted token. */
interface Mint {
  to: Address;
  tokenId: bigint;
  blockNumber: bigint;
}

/** Events of consecutive blocks, oldest first. */
interface Events {
  mints: Mint[];
  withdrawals: { amount: bigint; blockNumber: bigint }[];
}

const transfer = getAbiItem({ abi: collectionAbi, name: "Transfer" });
const fundsWithdrawn = getAbiItem({ abi: collectionAbi, name: "FundsWithdrawn" });

/** Maximum number of blocks per event request, before the node rejects a range: more may take too long. */
const maxBlocks = 10_000n;
/** Number of blocks that a reorg may replace; their events are read each time. */
const reorgDepth = 64n;
/** Maximum number of points of all phases, beside each phase's first and last. */
const maxPoints = 64;

/**
 * Returns a function that reads the collection's sale from the chain's events. The first call reads backwards until it
 * has found each phase's first mint, so nobody has to know the deployment's block; if the call fails, the next one
 * continues. Later calls read new blocks and those that a reorg may have replaced.
 *
 * The income is the contract's balance plus all withdrawals: the contract receives ether only from mints, and refunds
 * any surplus. (A block's fee recipient and `SELFDESTRUCT` could add more.) Gifts are minted without payment.
 */
export function createSaleHistoryReader(
  node: ChainNode,
  readMinted: () => Promise<MintedPhases>,
  pauseMilliseconds: number,
): () => Promise<SaleHistory> {
  const retry = createRetryQueue();
  const scan = createScan(node, retry, pauseMilliseconds);
  return async () => {
    const { blockNumber, phases } = await readMinted();
    const address = node.collection;
    const balance = await retry(() => node.client.getBalance({ address, blockNumber }));
    const { mints, withdrawals, timestampOf } = await scan(blockNumber, phases);
    const step = pointStep(mints.length);
    const histories: PhaseHistory[] = [];
    for (const phase of phases.filter(({ start, end }) => end > start)) {
      const own = mints.filter(({ tokenId }) => tokenId >= phase.start && tokenId < phase.end);
      histories.push(await describePhase(phase, own, step, timestampOf));
    }
    return {
      blockNumber,
      income: withdrawals.reduce((sum, { amount }) => sum + amount, balance),
      wallets: countWallets(mints),
      phases: histories,
    };
  };
}

async function describePhase(
  { phase }: MintedPhase,
  mints: readonly Mint[],
  step: number,
  timestampOf: (blockNumber: bigint) => Promise<bigint>,
): Promise<PhaseHistory> {
  const points: PhaseHistory["points"] = [];
  let drawn = 0;
  for (const [index, { blockNumber }] of mints.entries()) {
    const minted = index + 1;
    const isBlockEnd = mints[minted]?.blockNumber !== blockNumber;
    const isStep = Math.floor(minted / step) > Math.floor(drawn / step);
    if (!isBlockEnd || !(drawn === 0 || isStep || minted === mints.length)) continue;
    points.push({ timestamp: await timestampOf(blockNumber), minted });
    drawn = minted;
  }
  return { phase, minted: mints.length, wallets: countWallets(mints), points };
}

/** Returns every how many tokens there is a point: a power of two, so that the same blocks are read as the sale grows. */
function pointStep(minted: number): number {
  let step = 1;
  while (minted / step > maxPoints) step *= 2;
  return step;
}

function countWallets(mints: readonly Mint[]): number {
  return new Set(mints.map(({ to }) => to)).size;
}

/** Returns a function that returns all events up to a block, given the minted phases at that block. */
function createScan(
  node: ChainNode,
  retry: ReturnType<typeof createRetryQueue>,
  pauseMilliseconds: number,
) {
  /** The blocks that were read; none if `from` is above `to`. */
  let from = 0n;
  let to = -1n;
  let events: Events = { mints: [], withdrawals: [] };
  /** A block that a reorg probably does not replace. */
  let settled: { number: bigint; hash: string } | undefined;
  /** Whether the events of the blocks that were read were once complete. */
  let isComplete = false;
  /** Until then, the search is not repeated. */
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** Maximum number of blocks per event request: shorter after timeouts. */
  let rangeLimit = maxBlocks;
  const timestamps = new Map<bigint, bigint>();

  return async (blockNumber: bigint, phases: readonly MintedPhase[]) => {
    if (performance.now() < pausedUntil) throw new Error(eventsMissing);
    await dropReplaced(blockNumber);
    const before = { to, events, settled };
    const last = blockNumber - reorgDepth;
    const next = last < 0n ? undefined : await readBlock(last);
    await readNew(blockNumber);
    settled = next;
    if (!isComplete) await readOld(phases);
    const total = phases.reduce((sum, { start, end }) => sum + end - start, 0n);
    if (BigInt(events.mints.length) !== total) {
      // A node that lags behind omits the newest events.
      if (isComplete) ({ to, events, settled } = before);
      else reset();
      throw new Error(eventsMissing);
    }
    isComplete = true;
    rangeLimit = maxBlocks;
    return { ...events, timestampOf };
  };

  function reset(): void {
    [from, to, events, settled] = [0n, -1n, { mints: [], withdrawals: [] }, undefined];
    isComplete = false;
    timestamps.clear();
  }

  /** Drops the blocks that a reorg may have replaced: all, if the settled block was replaced. */
  async function dropReplaced(blockNumber: bigint): Promise<void> {
    // A local chain that has started again may be shorter.
    if (settled === undefined || settled.number < from || settled.number > blockNumber)
      return reset();
    const { number, hash } = settled;
    if ((await readBlock(number)).hash !== hash) return reset();
    const remains = (each: { blockNumber: bigint }) => each.blockNumber <= number;
    const { mints, withdrawals } = events;
    events = { mints: mints.filter(remains), withdrawals: withdrawals.filter(remains) };
    to = number;
    for (const each of timestamps.keys()) if (each > number) timestamps.delete(each);
  }

  /** Reads the blocks after those that were read. If there are none, `readOld` reads all. */
  async function readNew(blockNumber: bigint): Promise<void> {
    if (to < from) {
      [from, to] = [blockNumber + 1n, blockNumber];
      return;
    }
    const parts: Events[] = [];
    const range = { from: to + 1n, to: blockNumber, read, maxBlocks: rangeLimit };
    for await (const part of readBackwards(range)) parts.unshift(part.events);
    events = joinEvents(events, ...parts);
    to = blockNumber;
  }

  /** Reads earlier blocks until each phase's first mint is found: nothing can be withdrawn before the first. */
  async function readOld(phases: readonly MintedPhase[]): Promise<void> {
    const firstIds = phases.filter(({ start, end }) => end > start).map(({ start }) => start);
    const missing = new Set(firstIds);
    for (const { tokenId } of events.mints) missing.delete(tokenId);
    if (missing.size === 0) return;
    const range = { from: 0n, to: from - 1n, read, maxBlocks: rangeLimit };
    for await (const { from: first, events: found } of readBackwards(range)) {
      events = joinEvents(found, events);
      from = first;
      for (const { tokenId } of found.mints) missing.delete(tokenId);
      if (missing.size === 0) return;
    }
    // On a long chain, the next search takes thousands of requests as well.
    pausedUntil = performance.now() + pauseMilliseconds;
  }

  function read(range: BlockRange): Promise<Events> {
    return requestEvents(range).catch((error) => {
      // The next call requests shorter ranges.
      if (isTimeout(error)) rangeLimit = larger((range.to - range.from + 1n) / 2n, 1n);
      throw error;
    });
  }

  async function requestEvents({ from: fromBlock, to: toBlock }: BlockRange): Promise<Events> {
    const filter = { address: node.collection, fromBlock, toBlock, strict: true } as const;
    const args = { from: zeroAddress };
    const minted = await retry(() => node.client.getLogs({ ...filter, event: transfer, args }));
    const withdrawn = await retry(() => node.client.getLogs({ ...filter, event: fundsWithdrawn }));
    return {
      mints: minted.map(({ args: { to, tokenId }, blockNumber }) => ({ to, tokenId, blockNumber })),
      withdrawals: withdrawn.map(({ args: { amount }, blockNumber }) => ({ amount, blockNumber })),
    };
  }

  async function timestampOf(blockNumber: bigint): Promise<bigint> {
    const timestamp = timestamps.get(blockNumber) ?? (await readBlock(blockNumber)).timestamp;
    timestamps.set(blockNumber, timestamp);
    return timestamp;
  }

  function readBlock(blockNumber: bigint) {
    return retry(() => node.client.getBlock({ blockNumber }));
  }
}

function joinEvents(...parts: readonly Events[]): Events {
  return {
    mints: parts.flatMap(({ mints }) => mints),
    withdrawals: parts.flatMap(({ withdrawals }) => withdrawals),
  };
}

const eventsMissing = "The node's events do not match the number of minted tokens.";

function isTimeout(error: unknown): boolean {
  const isCause = (cause: unknown) => cause instanceof Error && cause.name === "TimeoutError";
  return error instanceof BaseError && error.walk(isCause) !== null;
}
