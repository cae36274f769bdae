import { useSyncExternalStore } from "react";
import { walletConfig } from "../wallet/WalletScope.tsx";
import { pageClient } from "./pageClient.ts";
import { TransactionTracker } from "./TransactionTracker.ts";
import type { TransactionState } from "./transactionState.ts";

const trackers = new Map<string, TransactionTracker>();

/**
 * Returns the tab's transaction for `purpose`, with functions to send and to forget it.
 *
 * @param purpose storage key; the tab keeps one transaction per purpose.
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
