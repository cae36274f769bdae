import type { Collection } from "#protocol/mintAuthorization";
import { runtimeConfig } from "../env.ts";

/** The collection that this page is for. */
export function thisCollection(): Collection {
  const { chain, contractAddress } = runtimeConfig();
  return { chainId: chain.id, address: contractAddress };
}
