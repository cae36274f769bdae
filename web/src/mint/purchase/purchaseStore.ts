import { type Address, getAddress } from "viem";
import { deserialize, serialize } from "wagmi";
import { runtimeConfig } from "../../env.ts";
import { idlePurchase, type Purchase } from "./purchase.ts";

/** Stores one wallet's unfinished purchase in the browser, by chain, contract and world. */
export interface PurchaseStore {
  read(): Purchase;
  write(purchase: Purchase): void;
  /** Calls `listener` when another tab writes. */
  onChange(listener: () => void): void;
}

/** Returns the store in the browser; if the browser blocks storage, nothing is kept. */
export function purchaseStore(wallet: Address): PurchaseStore {
  const { chain, contractAddress, genesisHash, worldId = genesisHash } = runtimeConfig();
  const parts = ["mint", chain.id, getAddress(contractAddress), worldId, getAddress(wallet)];
  const key = parts.join(":");
  return {
    read: () => attempt(() => parse(localStorage.getItem(key))) ?? idlePurchase,
    write(purchase) {
      const text = serializePendingPurchase(purchase);
      attempt(() =>
        text === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, text),
      );
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
  // Safety: only this app writes to this key.
  return text === null ? undefined : (deserialize(text) as Purchase);
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
