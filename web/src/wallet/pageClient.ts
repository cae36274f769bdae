import type { Client } from "viem";
import { getClient } from "wagmi/actions";
import { walletConfig } from "./WalletScope.tsx";

/**
 * Returns the app's viem client without methods: callers import viem's actions, so that only the
 * used actions are bundled.
 */
export function pageClient(): Client {
  const client = getClient(walletConfig);
  if (!client) throw new Error("The page has no client for its chain.");
  return client;
}
