import { type Address, BaseError, HttpRequestError } from "viem";
import type { DrifterId } from "#protocol/values/drifterId";
import { isRejected } from "./endpoints.ts";
import type { ChainNode } from "./node.ts";

/** A wallet's tokens at a block, in the order of the contract's index. */
export interface Holdings {
  blockNumber: bigint;
  drifterIds: readonly DrifterId[];
}

/** Views in one `eth_call`. */
const maxViews = 200;

/** Reads a wallet's tokens at the latest block: all at the same one, since transfers change the order. */
export async function readHoldings(node: ChainNode, owner: Address): Promise<Holdings> {
  const blockNumber = await node.identify();
  const balanceOf = { functionName: "balanceOf", args: [owner] } as const;
  const [balance] = await node.readViews([balanceOf], blockNumber);
  const count = Number(balance);
  const drifterIds: DrifterId[] = [];
  for (let start = 0; start < count; start += maxViews) {
    drifterIds.push(...(await readPart(start, Math.min(start + maxViews, count))));
  }
  return { blockNumber, drifterIds };

  /** Reads the tokens with indices [start, end); in halves if a call of that size, or that much gas, fails. */
  async function readPart(start: number, end: number): Promise<DrifterId[]> {
    const views = Array.from({ length: end - start }, (_, offset) => ({
      functionName: "tokenOfOwnerByIndex" as const,
      args: [owner, BigInt(start + offset)],
    }));
    try {
      return (await node.readViews(views, blockNumber)).map(String);
    } catch (error) {
      if (end - start <= 1 || !hasResponse(error)) throw error;
      const middle = Math.floor((start + end) / 2);
      return [...(await readPart(start, middle)), ...(await readPart(middle, end))];
    }
  }
}

/** Whether a call failed for another reason than that the node was not reached. */
function hasResponse(error: unknown): boolean {
  if (isRejected(error)) return true;
  return (
    error instanceof BaseError && error.walk((each) => each instanceof HttpRequestError) === null
  );
}
