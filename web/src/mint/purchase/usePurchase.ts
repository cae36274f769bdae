import { useEffect, useSyncExternalStore } from "react";
import type { Address } from "viem";
import { runtimeConfig } from "../../env.ts";
import { pageClient } from "../../transactions/pageClient.ts";
import { walletConfig } from "../../wallet/WalletScope.tsx";
import { PurchaseTracker } from "./PurchaseTracker.ts";
import { idlePurchase, type Purchase } from "./purchase.ts";
import { purchaseStore } from "./purchaseStore.ts";

const trackers = new Map<Address, PurchaseTracker>();

/** Returns a wallet's purchase, which outlives the page. Looks for its transaction at each block. */
export function usePurchase(
  wallet: Address | undefined,
  blockNumber: bigint,
): { purchase: Purchase; tracker: PurchaseTracker | undefined } {
  const tracker = wallet && trackerOf(wallet);
  const purchase = useSyncExternalStore(
    tracker?.subscribe ?? subscribeToNothing,
    tracker?.read ?? readNothing,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each block may contain it.
  useEffect(() => void tracker?.look(), [tracker, blockNumber]);
  return { purchase, tracker };
}

const subscribeToNothing = () => () => {};
const readNothing = () => idlePurchase;

function trackerOf(wallet: Address): PurchaseTracker {
  const known = trackers.get(wallet);
  if (known) return known;
  const tracker = new PurchaseTracker({
    config: walletConfig,
    client: pageClient(),
    collection: runtimeConfig().contractAddress,
    store: purchaseStore(wallet),
  });
  trackers.set(wallet, tracker);
  return tracker;
}
