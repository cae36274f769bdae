import { type Address, BaseError, type Hex, HttpRequestError } from "viem";
import type { DrifterId } from "#protocol/drifterId";
import { type ReadHoldings, readBalance, readHeldDrifters } from "#protocol/holdings";
import type { ChainNode } from "../chainNode.ts";
import { isRefused } from "../rpc/rpcErrors.ts";

/** A wallet's drifters at a block, in the order of the contract's index. */
export interface Holdings {
  blockNumber: bigint;
  drifterIds: readonly DrifterId[];
}

/** Views in one `eth_call`, and calls at the same time. */
const mostViews = 200;
const parallelCalls = 4;
/** Limit of the wallets whose drifters are kept. */
const mostKept = 200;

/**
 * Returns a function that reads a wallet's drifters at the latest block. Requests for the same wallet at the same block
 * share one read.
 */
export function createHoldingsReader(node: ChainNode): (owner: Address) => Promise<Holdings> {
  let block: { hash: Hex; kept: Map<Address, Promise<Holdings>> } | undefined;

  return async (owner) => {
    const { number, hash } = await node.identify();
    if (block?.hash !== hash) block = { hash, kept: new Map() };
    const { kept } = block;
    const found = kept.get(owner);
    if (found !== undefined) return found;
    const reading = readHoldings(node, owner, number);
    if (kept.size < mostKept) kept.set(owner, reading);
    return reading.catch((error) => {
      kept.delete(owner);
      throw error;
    });
  };
}

async function readHoldings(node: ChainNode, owner: Address, blockNumber: bigint) {
  const read: ReadHoldings = (views) => node.readViews(views, blockNumber);
  const count = await readBalance(owner, read);
  const starts = Array.from(
    { length: Math.ceil(count / mostViews) },
    (_, part) => part * mostViews,
  );
  const parts: DrifterId[][] = [];
  const rest = starts.entries();
  const readers = Array.from({ length: parallelCalls }, async () => {
    for (const [part, start] of rest) {
      const end = Math.min(start + mostViews, count);
      parts[part] = await readPart(owner, { start, end }, read);
    }
  });
  await Promise.all(readers);
  return { blockNumber, drifterIds: parts.flat() };
}

/** Whether a call failed for another reason than that the node was not reached. */
function hasAnswer(error: unknown): boolean {
  if (isRefused(error)) return true;
  return (
    error instanceof BaseError && error.walk((each) => each instanceof HttpRequestError) === null
  );
}

/** Reads a part; in halves if a call of that size, or that much gas, fails. */
async function readPart(
  owner: Address,
  { start, end }: { start: number; end: number },
  read: ReadHoldings,
): Promise<DrifterId[]> {
  try {
    return await readHeldDrifters(owner, { start, end }, read);
  } catch (error) {
    if (end - start <= 1 || !hasAnswer(error)) throw error;
    const middle = Math.floor((start + end) / 2);
    const before = await readPart(owner, { start, end: middle }, read);
    return [...before, ...(await readPart(owner, { start: middle, end }, read))];
  }
}
