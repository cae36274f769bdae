import type { Address, Hex } from "viem";
import { productName } from "#protocol/wire/pages";
import { type CollectionCall, encodeCall, formatCall } from "#sale/collectionCalls";

/** Transaction data for a call by the owner or the withdraw address, usable in any wallet. */
export interface PreparedCall {
  /** The call in the syntax of `parseCall`. */
  call: string;
  to: Address;
  /** Value in wei, decimal. */
  value: "0";
  data: Hex;
}

export function prepareCall(collection: Address, call: CollectionCall): PreparedCall {
  return { call: formatCall(call), to: collection, value: "0", data: encodeCall(call) };
}

/**
 * Returns calls as a JSON file for Safe's Transaction Builder
 * (https://help.safe.global/en/articles/234052-transaction-builder).
 */
export function callBatchFile(
  chainId: number,
  collection: Address,
  calls: readonly CollectionCall[],
): string {
  const prepared = calls.map((call) => prepareCall(collection, call));
  const batch = {
    version: "1.0",
    chainId: String(chainId),
    meta: { name: productName, description: prepared.map(({ call }) => call).join("; ") },
    transactions: prepared.map(({ to, value, data }) => ({ to, value, data })),
  };
  return JSON.stringify(batch, null, 2);
}
