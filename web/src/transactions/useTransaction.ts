import { useSyncExternalStore } from "react";
import { getPublicClient } from "wagmi/actions";
import { walletConfig } from "../wallet/WalletScope.tsx";
import { TransactionTracker } from "./TransactionTracker.ts";
import type { TransactionState } from "./transactionState.ts";

const trackers = new Map<string, TransactionTracker>();

/**
 * One kind of transaction of this tab: where it stands, how to begin it, and how to be done with it.
 *
 * @param purpose what it is for; the tab remembers one under each name.
 */
export function useTransaction(purpose: string): {
  state: TransactionState;
  send: TransactionTracker["send"];
  forget: TransactionTracker["forget"];
} {
  const tracker = trackerFor(purpose);
  const state = useSyncExternalStore(tracker.subscribe, tracker.read);
  return { state, send: tracker.send, forget: tracker.forget };
}

function trackerFor(purpose: string): TransactionTracker {
  const known = trackers.get(purpose);
  if (known) return known;
  const client = getPublicClient(walletConfig);
  if (!client) throw new Error("The page has no chain to ask.");
  const tracker = new TransactionTracker(purpose, walletConfig, client);
  trackers.set(purpose, tracker);
  return tracker;
}
