import type { Client } from "viem";
import { getClient } from "wagmi/actions";
import { walletConfig } from "../wallet/WalletScope.tsx";

/**
 * The page's own client of its chain; it needs no wallet. It has no methods: callers import viem's
 * actions, so that only those are fetched.
 */
export function pageClient(): Client {
  const client = getClient(walletConfig);
  if (!client) throw new Error("The page has no chain to ask.");
  return client;
}
