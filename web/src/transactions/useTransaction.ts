import { useSyncExternalStore } from "react";
import { walletConfig } from "../wallet/WalletScope.tsx";
import { pageClient } from "./pageClient.ts";
import { TransactionTracker } from "./TransactionTracker.ts";
import type { TransactionState } from "./transactionState.ts";

const trackers = new Map<string, TransactionTracker>();

/**
 * One kind of transaction of this tab: its state, and how to start and dismiss it.
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
  const tracker = new TransactionTracker(purpose, walletConfig, pageClient());
  trackers.set(purpose, tracker);
  return tracker;
}
