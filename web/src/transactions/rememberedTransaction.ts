import { deserialize, serialize } from "wagmi";
import { runtimeConfig } from "../env.ts";
import type { SentTransaction } from "./transactionState.ts";

interface Remembered {
  /** The local world in which it was sent; no other has it. */
  world: string;
  sent: SentTransaction;
}

/** Keeps one transaction of this tab until it has ended, so that it is followed after a reload. */
export interface TransactionMemory {
  read(): SentTransaction | undefined;
  write(sent: SentTransaction | undefined): void;
}

/** The tab's memory under a name; where the browser allows none, nothing is remembered. */
export function transactionMemory(purpose: string): TransactionMemory {
  const key = `transaction:${purpose}`;
  return {
    read: () => attempt(() => readFrom(sessionStorage.getItem(key))),
    write(sent) {
      attempt(() => {
        if (sent === undefined) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, serialize({ world: thisWorld(), sent }));
      });
    },
  };
}

function readFrom(text: string | null): SentTransaction | undefined {
  if (text === null) return undefined;
  // Safety: nobody but this page writes into this page's storage.
  const { world, sent } = deserialize(text) as Remembered;
  return world === thisWorld() ? sent : undefined;
}

function thisWorld(): string {
  const { genesisHash, contractAddress } = runtimeConfig();
  return `${genesisHash}:${contractAddress}`;
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
