import { type Address, BaseError, HttpRequestError } from "viem";
import type { DrifterId } from "#protocol/drifterId";
import { type ReadHoldings, readBalance, readHeldTokens } from "#protocol/holdings";
import { isRejected } from "./endpoints.ts";
import type { ChainNode } from "./node.ts";

/** A wallet's tokens at a block, in the order of the contract's index. */
export interface Holdings {
  blockNumber: bigint;
  drifterIds: readonly DrifterId[];
}

/** Views in one `eth_call`, and calls at the same time. */
const maxViews = 200;
const parallelCalls = 4;

/** Reads a wallet's tokens at the latest block. */
export async function readHoldings(node: ChainNode, owner: Address): Promise<Holdings> {
  const blockNumber = await node.identify();
  const read: ReadHoldings = (views) => node.readViews(views, blockNumber);
  const count = await readBalance(owner, read);
  const starts = Array.from({ length: Math.ceil(count / maxViews) }, (_, part) => part * maxViews);
  const parts: DrifterId[][] = [];
  const rest = starts.entries();
  const readers = Array.from({ length: parallelCalls }, async () => {
    for (const [part, start] of rest) {
      const end = Math.min(start + maxViews, count);
      parts[part] = await readPart(owner, { start, end }, read);
    }
  });
  await Promise.all(readers);
  return { blockNumber, drifterIds: parts.flat() };
}

/** Whether a call failed for another reason than that the node was not reached. */
function hasResponse(error: unknown): boolean {
  if (isRejected(error)) return true;
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
    return await readHeldTokens(owner, { start, end }, read);
  } catch (error) {
    if (end - start <= 1 || !hasResponse(error)) throw error;
    const middle = Math.floor((start + end) / 2);
    const before = await readPart(owner, { start, end: middle }, read);
    return [...before, ...(await readPart(owner, { start: middle, end }, read))];
  }
}
