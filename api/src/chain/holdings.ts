import { type Address, BaseError, HttpRequestError } from "viem";
import type { DrifterId } from "#protocol/values/drifterId";
import type { OwnerPageRequest } from "#protocol/wire/ownerPage";
import { isRejected } from "./endpoints.ts";
import type { ChainNode, ViewCall } from "./node.ts";

/** A page of a wallet's tokens at a block, newest first, in reverse order of the contract's index. */
export interface Holdings {
  blockNumber: bigint;
  /** Number of tokens on all pages. */
  total: number;
  drifterIds: readonly DrifterId[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

/**
 * Reads a page of a wallet's tokens. For a contract without `tokensOfOwner`, the cursor is the number of remaining
 * tokens; tokens minted to the wallet between two pages can then hide equally many older tokens.
 */
export async function readHoldings(
  node: ChainNode,
  owner: Address,
  { limit, cursor = 0n }: OwnerPageRequest,
  blockNumber: bigint,
): Promise<Holdings> {
  const balanceOf: ViewCall = { functionName: "balanceOf", args: [owner] };
  if (node.hasView("tokensOfOwner")) {
    const page: ViewCall = { functionName: "tokensOfOwner", args: [owner, cursor, BigInt(limit)] };
    const [balance, tokens] = await node.readViews([balanceOf, page], blockNumber);
    // Safety: decoded as the view's return type.
    const [ids, next] = tokens as readonly [readonly bigint[], bigint];
    return {
      blockNumber,
      total: Number(balance),
      drifterIds: ids.map(String),
      next: next === 0n ? null : String(next),
    };
  }
  const total = Number((await node.readViews([balanceOf], blockNumber))[0]);
  const end = cursor === 0n || cursor > total ? total : Number(cursor);
  const start = Math.max(0, end - limit);
  const drifterIds = (await readPart(start, end)).reverse();
  return { blockNumber, total, drifterIds, next: start === 0 ? null : String(start) };

  /** Reads the tokens with indices [start, end); splits the range if the call exceeds a size or gas limit. */
  async function readPart(start: number, end: number): Promise<DrifterId[]> {
    if (start === end) return [];
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

/** Returns whether a call failed although the node was reachable. */
function hasResponse(error: unknown): boolean {
  if (isRejected(error)) return true;
  return (
    error instanceof BaseError && error.walk((each) => each instanceof HttpRequestError) === null
  );
}
