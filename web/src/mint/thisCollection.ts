import type { Collection } from "#protocol/mintAuthorization";
import { runtimeConfig } from "../env.ts";

/** Returns the configured collection. */
export function thisCollection(): Collection {
  const { chain, contractAddress } = runtimeConfig();
  return { chainId: chain.id, address: contractAddress };
}
