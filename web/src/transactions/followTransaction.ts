import {
  type Client,
  type Hex,
  isAddressEqual,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import {
  getBlock,
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from "viem/actions";
import type { SentTransaction, Sighting } from "./transactionState.ts";

/** How a transaction ended. One that was sent again for another fee ends as that one. */
export type Ending =
  | { kind: "mined"; receipt: TransactionReceipt }
  /** Another transaction of the same wallet has taken its place; which one, if it was found. */
  | { kind: "replaced"; by: Hex | undefined };

export interface FollowOptions {
  onSighting(sighting: Sighting): void;
  /** Called once, as soon as the node returns it. */
  onNonce(nonce: number): void;
  intervalMilliseconds?: number;
  /** How long a node may take to find a transaction that was just sent. */
  patienceMilliseconds?: number;
}

/** How far back the transaction that took another's place is looked for. */
const mostBlocksSearched = 50n;

/**
 * Follows a transaction to its end, through reloads, replacements and failures of the node. A lost
 * transaction has no end: the node may learn of it any time.
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
  }
}

async function isNonceUsed(client: Client, { from, nonce }: SentTransaction): Promise<boolean> {
  if (nonce === undefined) return false;
  return (await getTransactionCount(client, { address: from })) > nonce;
}

/** Which transaction has the number that was this one's. It may be this one, mined in the meantime. */
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
  const newest = await getBlockNumber(client, { cacheTime: 0 });
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
