import { deserialize, serialize } from "wagmi";
import { runtimeConfig } from "../env.ts";
import { tabStore } from "../storage.ts";
import type { SentTransaction } from "./transactionState.ts";

interface Remembered {
  /** World in which it was sent; other worlds do not have it. */
  world: string;
  sent: SentTransaction;
}

/** Stores one pending transaction for the tab, so that it survives a reload. */
export interface TransactionMemory {
  read(): SentTransaction | undefined;
  write(sent: SentTransaction | undefined): void;
}

/** Returns the tab's store for `purpose`. */
export function transactionMemory(purpose: string): TransactionMemory {
  const key = `transaction:${purpose}`;
  return {
    read: () => readFrom(tabStore.getItem(key)),
    write(sent) {
      if (sent === undefined) tabStore.removeItem(key);
      else tabStore.setItem(key, serialize({ world: thisWorld(), sent }));
    },
  };
}

function readFrom(text: string | null): SentTransaction | undefined {
  if (text === null) return undefined;
  try {
    // Safety: only this app writes to this key.
    const { world, sent } = deserialize(text) as Remembered;
    return world === thisWorld() ? sent : undefined;
  } catch {
    return undefined;
  }
}

function thisWorld(): string {
  const { genesisHash, contractAddress } = runtimeConfig();
  return `${genesisHash}:${contractAddress}`;
}
