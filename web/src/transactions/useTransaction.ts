import { useEffect, useSyncExternalStore } from "react";
import type { Address, Hex } from "viem";
import { call as simulate } from "viem/actions";
import { deserialize, serialize } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import { runtimeConfig } from "../env.ts";
import { createExternalStore } from "../page/externalStore.ts";
import { tabStore } from "../page/storage.ts";
import { walletConfig } from "../wallet/WalletScope.tsx";
import { describeFailure } from "./describeFailure.ts";
import { pageClient } from "./pageClient.ts";
import { settleTransaction } from "./settleTransaction.ts";
import {
  type ContractCall,
  isPending,
  type SentTransaction,
  type TransactionState,
} from "./transactionState.ts";

/** The tab's one transaction of the collection's owner. It survives navigation and, once it is sent, a reload. */
const state = createExternalStore<TransactionState>({ step: "idle" });

export function useTransaction(): TransactionState {
  useEffect(() => {
    const sent = state.read().step === "idle" ? readSent() : undefined;
    if (sent) void follow(sent);
  }, []);
  return useSyncExternalStore(state.subscribe, state.read);
}

/** Simulates the call, prompts the wallet, then waits for the receipt. */
export async function send(from: Address, call: ContractCall): Promise<void> {
  if (isPending(state.read())) return;
  const [{ id: chainId }] = walletConfig.chains;
  let failedAt: "contract" | "wallet" = "contract";
  let hash: Hex;
  try {
    state.write({ step: "checking" });
    await simulate(pageClient(), { ...call, account: from });
    failedAt = "wallet";
    state.write({ step: "asking" });
    hash = await sendTransaction(walletConfig, { ...call, account: from, chainId });
  } catch (error) {
    state.write({ step: "refused", refusal: describeFailure(error, failedAt) });
    return;
  }
  await follow({ ...call, from, hash });
}

/** A sent transaction cannot be cancelled; it is only no longer shown. */
export function forget(): void {
  keepSent(undefined);
  state.write({ step: "idle" });
}

async function follow(first: SentTransaction): Promise<void> {
  const isCurrent = () => {
    const now = state.read();
    return now.step === "sent" && now.sent.hash === first.hash;
  };
  keepSent(first);
  state.write({ step: "sent", sent: first, sighting: "waiting" });
  const ending = await settleTransaction(pageClient(), first, (sent, sighting) => {
    if (!isCurrent()) return;
    keepSent(sent);
    state.write({ step: "sent", sent, sighting });
  });
  if (!isCurrent()) return;
  keepSent(undefined);
  if (ending.refusal) state.write({ step: "refused", ...ending });
  else state.write({ step: "confirmed", ...ending });
}

/** Each world has its own key: other worlds do not have the transaction. */
export function keyOfSent(): string {
  const { genesisHash, contractAddress } = runtimeConfig();
  return `transaction:${genesisHash}:${contractAddress}`;
}

function keepSent(sent: SentTransaction | undefined): void {
  if (sent) tabStore.setItem(keyOfSent(), serialize(sent));
  else tabStore.removeItem(keyOfSent());
}

function readSent(): SentTransaction | undefined {
  try {
    // Safety: only this file writes to this key.
    return deserialize(tabStore.getItem(keyOfSent()) ?? "");
  } catch {
    return undefined;
  }
}
