import type { Address } from "viem";
import type { DrifterId } from "./drifterId.ts";

/** A view of the contract's index of owners (ERC-721 Enumerable). */
export type HoldingsView =
  | { functionName: "balanceOf"; args: readonly [owner: Address] }
  | { functionName: "tokenOfOwnerByIndex"; args: readonly [owner: Address, index: bigint] };

/** Reads views of the contract at one block, since transfers change the order; their results in order. */
export type ReadHoldings = (views: readonly HoldingsView[]) => Promise<readonly unknown[]>;

/** Number of a wallet's tokens. */
export async function readBalance(owner: Address, read: ReadHoldings): Promise<number> {
  const [balance] = await read([{ functionName: "balanceOf", args: [owner] }]);
  return Number(balance);
}

/** IDs of the wallet's tokens with indices [start, end), in the order of the contract's index. */
export async function readHeldTokens(
  owner: Address,
  { start, end }: { start: number; end: number },
  read: ReadHoldings,
): Promise<DrifterId[]> {
  const views = Array.from({ length: end - start }, (_, offset) => ({
    functionName: "tokenOfOwnerByIndex" as const,
    args: [owner, BigInt(start + offset)] as const,
  }));
  return (await read(views)).map(String);
}
