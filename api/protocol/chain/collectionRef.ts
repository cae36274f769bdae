import type { Address } from "viem";

/** A collection on a chain. */
export interface CollectionRef {
  chainId: number;
  contract: Address;
}
