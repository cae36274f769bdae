import {
  type Client,
  type Hex,
  isAddressEqual,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import { getBlock, getTransaction, getTransactionCount, getTransactionReceipt } from "viem/actions";
import { untilOnline } from "../components/online.ts";
import { newestBlockNumber } from "./newestBlockNumber.ts";
import type { SentTransaction, Sighting } from "./transactionState.ts";

/** How a transaction ended. If it was resent with another fee, the receipt is that of the replacement. */
export type Ending =
  | { kind: "mined"; receipt: TransactionReceipt }
  /** Another transaction took its nonce; its hash, if it was found. */
  | { kind: "replaced"; by: Hex | undefined };

export interface FollowOptions {
  onSighting(sighting: Sighting): void;
  /** Called once, when the node first returns the nonce. */
  onNonce(nonce: number): void;
  intervalMilliseconds?: number;
  /** How long a node may not know a transaction that was just sent. */
  patienceMilliseconds?: number;
}

/** Maximum number of blocks searched for a replacement. */
const mostBlocksSearched = 50n;

/**
 * Follows a transaction until it is mined or replaced, across failures of the node. A dropped transaction
 * is followed indefinitely: the node may still receive it.
 */
export async function followTransaction(
  client: Client,
  { ...sent }: SentTransaction,
  options: FollowOptions,
): Promise<Ending> {
  const { onSighting, onNonce, intervalMilliseconds = 2_000 } = options;
  const { patienceMilliseconds = 20_000 } = options;
  let lastSeen = Date.now();
  for (;;) {
    try {
      const receipt = await receiptOf(client, sent.hash);
      if (receipt) return { kind: "mined", receipt };
      const transaction = await transactionOf(client, sent.hash);
      if (transaction) {
        lastSeen = Date.now();
        if (sent.nonce === undefined) onNonce(transaction.nonce);
        sent.nonce = transaction.nonce;
      } else if (await isNonceUsed(client, sent)) return await replacementOf(client, sent);
      onSighting(Date.now() - lastSeen > patienceMilliseconds ? "missing" : "waiting");
    } catch {
      onSighting("out of reach");
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMilliseconds));
    await untilOnline();
  }
}

async function isNonceUsed(client: Client, { from, nonce }: SentTransaction): Promise<boolean> {
  if (nonce === undefined) return false;
  return (await getTransactionCount(client, { address: from })) > nonce;
}

/** Finds the transaction that took the same nonce, which may be this one, mined meanwhile. */
async function replacementOf(client: Client, sent: SentTransaction): Promise<Ending> {
  const taken = await findByNonce(client, sent);
  if (taken === undefined) return { kind: "replaced", by: undefined };
  const isSame = taken.hash === sent.hash || isSameCall(taken, sent);
  const receipt = isSame ? await receiptOf(client, taken.hash) : undefined;
  return receipt ? { kind: "mined", receipt } : { kind: "replaced", by: taken.hash };
}

async function findByNonce(
  client: Client,
  { from, nonce }: SentTransaction,
): Promise<Transaction | undefined> {
  const newest = await newestBlockNumber(client);
  const oldest = newest > mostBlocksSearched ? newest - mostBlocksSearched : 0n;
  for (let blockNumber = newest; blockNumber >= oldest; blockNumber -= 1n) {
    const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true });
    const found = transactions.find(
      (each) => isAddressEqual(each.from, from) && each.nonce === nonce,
    );
    if (found) return found;
  }
  return undefined;
}

function isSameCall(transaction: Transaction, { to, data, value = 0n }: SentTransaction): boolean {
  const isToSame = transaction.to !== null && isAddressEqual(transaction.to, to);
  return isToSame && transaction.input === data && transaction.value === value;
}

async function receiptOf(client: Client, hash: Hex): Promise<TransactionReceipt | undefined> {
  return getTransactionReceipt(client, { hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  });
}

async function transactionOf(client: Client, hash: Hex): Promise<Transaction | undefined> {
  return getTransaction(client, { hash }).catch((error: unknown) => {
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  });
}
