import { useSyncExternalStore } from "react";
import type { Address } from "viem";
import type { PageStorage } from "../page/storage.ts";
import { pageClient } from "../wallet/pageClient.ts";
import { walletConfig } from "../wallet/WalletScope.tsx";
import type { TrackerContext, TransactionTracker } from "./TransactionTracker.ts";
import { idleTransaction, type Terms, type Transaction } from "./transaction.ts";
import { transactionStore } from "./transactionStore.ts";

/** Returns a function that creates each wallet's tracker once per tab. */
export function createTrackers<Of extends Terms, Tracker extends TransactionTracker<Of>>(
  subject: string,
  storage: PageStorage,
  Kind: new (surroundings: TrackerContext<Of>) => Tracker,
): (wallet: Address) => Tracker {
  const trackers = new Map<Address, Tracker>();
  return (wallet) => {
    const existing = trackers.get(wallet);
    if (existing) return existing;
    const store = transactionStore<Of>(subject, wallet, storage);
    const tracker = new Kind({ config: walletConfig, client: pageClient(), store });
    trackers.set(wallet, tracker);
    return tracker;
  };
}

/** Returns the state of a wallet's current transaction. */
export function useTransaction<Of extends Terms>(
  tracker: TransactionTracker<Of> | undefined,
): Transaction<Of> {
  return useSyncExternalStore(tracker?.subscribe ?? subscribeToNothing, tracker?.read ?? readIdle);
}

const subscribeToNothing = () => () => {};
const readIdle = () => idleTransaction;
