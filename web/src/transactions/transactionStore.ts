import { type Address, getAddress } from "viem";
import { deserialize, serialize } from "wagmi";
import { runtimeConfig } from "../env.ts";
import type { PageStorage } from "../page/storage.ts";
import { idleTransaction, type Terms, type Transaction } from "./transaction.ts";

/** Stores one wallet's unfinished transaction in the browser. */
export interface TransactionStore<Of extends Terms = Terms> {
  read(): Transaction<Of>;
  write(transaction: Transaction<Of>): void;
  /** Calls `listener` when another tab writes. */
  onChange(listener: () => void): void;
}

/** Returns a store in browser storage, with the chain, contract and world in its key. */
export function transactionStore<Of extends Terms>(
  subject: string,
  wallet: Address,
  storage: PageStorage,
): TransactionStore<Of> {
  const { chain, contract, genesisHash, worldId = genesisHash } = runtimeConfig();
  const parts = [subject, chain.id, getAddress(contract), worldId, getAddress(wallet)];
  const key = parts.join(":");
  return {
    read: () => parse(storage.getItem(key)) ?? idleTransaction,
    write(transaction) {
      const text = serializePending(transaction);
      if (text === undefined) storage.removeItem(key);
      else storage.setItem(key, text);
    },
    onChange(listener) {
      window.addEventListener("storage", (event) => event.key === key && listener());
    },
  };
}

/** Serializes transactions that a wallet may send or has sent; other stages do not outlive the page. */
export function serializePending({ stage, unanswered }: Transaction): string | undefined {
  const isSent = stage.step === "sent";
  if (!isSent && unanswered === undefined) return undefined;
  const saved: Transaction = { stage: isSent ? stage : { step: "idle" }, unanswered };
  return serialize(saved);
}

function parse<Of extends Terms>(text: string | null): Transaction<Of> | undefined {
  if (text === null) return undefined;
  try {
    // Safety: only this app writes to this key.
    return deserialize(text) as Transaction<Of>;
  } catch {
    return undefined;
  }
}
