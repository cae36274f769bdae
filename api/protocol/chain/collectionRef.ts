import type { Address } from "viem";

/** Identifies a collection by chain and contract address. */
export interface CollectionRef {
  chainId: number;
  contract: Address;
}
