import { type Address, getAddress } from "viem";
import { deserialize, serialize } from "wagmi";
import { runtimeConfig } from "../../env.ts";
import { localStore } from "../../page/storage.ts";
import { idlePurchase, type Purchase } from "./purchase.ts";

/** Stores one wallet's unfinished purchase in the browser, by chain, contract and world. */
export interface PurchaseStore {
  read(): Purchase;
  write(purchase: Purchase): void;
  /** Calls `listener` when another tab writes. */
  onChange(listener: () => void): void;
}

/** Returns the store in the browser. */
export function purchaseStore(wallet: Address): PurchaseStore {
  const { chain, contractAddress, genesisHash, worldId = genesisHash } = runtimeConfig();
  const parts = ["mint", chain.id, getAddress(contractAddress), worldId, getAddress(wallet)];
  const key = parts.join(":");
  return {
    read: () => parse(localStore.getItem(key)) ?? idlePurchase,
    write(purchase) {
      const text = serializePendingPurchase(purchase);
      if (text === undefined) localStore.removeItem(key);
      else localStore.setItem(key, text);
    },
    onChange(listener) {
      window.addEventListener("storage", (event) => event.key === key && listener());
    },
  };
}

/** Serialises what a wallet may send or has sent; the rest does not outlive the page. */
export function serializePendingPurchase({ stage, unanswered }: Purchase): string | undefined {
  const isSent = stage.step === "sent";
  if (!isSent && unanswered === undefined) return undefined;
  const kept: Purchase = { stage: isSent ? stage : { step: "idle" }, unanswered };
  return serialize(kept);
}

function parse(text: string | null): Purchase | undefined {
  if (text === null) return undefined;
  try {
    // Safety: only this app writes to this key.
    return deserialize(text) as Purchase;
  } catch {
    return undefined;
  }
}
