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
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  call as simulate,
} from "viem/actions";
import { latestBlockNumber } from "../chain/latestBlockNumber.ts";
import { waitUntilOnline } from "../chain/online.ts";
import { describeFailure, replacedMessage, revertedMessage } from "./messages.ts";
import type { Failure, SentTransaction, Sighting } from "./transaction.ts";

/** How a transaction ended: with a successful receipt or a failure. */
type Settlement =
  | { receipt: TransactionReceipt; failure?: never }
  | { receipt?: never; failure: Failure };

/** On-chain outcome. If the wallet changed the fee, the receipt is the replacement transaction's receipt. */
type ChainOutcome = { receipt: TransactionReceipt } | { replacedBy: Hex | undefined };

interface PollingOptions {
  intervalMilliseconds?: number;
  /** How long a node may not know a transaction that was just sent. */
  missingAfterMilliseconds?: number;
}

/** How long a pending transaction takes at most on a network that is not busy. */
const slowAfterMilliseconds = 120_000;

/** Maximum number of blocks searched for a replacement. */
const maxBlocksSearched = 50n;

/**
 * Follows a transaction until it settles, despite node failures, and determines the reason for a failure. Follows a
 * dropped transaction indefinitely, because the node may still receive it.
 *
 * @param onSighting called with the transaction, including its nonce once known, and the node's view.
 */
export async function settleTransaction(
  client: Client,
  first: SentTransaction,
  onSighting: (sent: SentTransaction, sighting: Sighting) => void,
  { intervalMilliseconds = 2_000, missingAfterMilliseconds = 20_000 }: PollingOptions = {},
): Promise<Settlement> {
  let sent = first;
  const start = Date.now();
  let lastSeen = start;
  for (;;) {
    try {
      const receipt = await undefinedIfUnknown(getTransactionReceipt(client, { hash: sent.hash }));
      if (receipt) return await readSettlement(client, sent, { receipt });
      const transaction = await undefinedIfUnknown(getTransaction(client, { hash: sent.hash }));
      if (transaction) {
        lastSeen = Date.now();
        sent = { ...sent, nonce: transaction.nonce };
      } else if (await isNonceUsed(client, sent)) {
        return await readSettlement(client, sent, await findReplacement(client, sent));
      }
      const isSlow = Date.now() - start > slowAfterMilliseconds;
      const isMissing = Date.now() - lastSeen > missingAfterMilliseconds;
      onSighting(sent, isMissing ? "missing" : isSlow ? "slow" : "waiting");
    } catch {
      onSighting(sent, "unreachable");
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMilliseconds));
    await waitUntilOnline();
  }
}

async function isNonceUsed(client: Client, { from, nonce }: SentTransaction): Promise<boolean> {
  if (nonce === undefined) return false;
  return (await getTransactionCount(client, { address: from })) > nonce;
}

/** Finds the transaction that used the same nonce: a replacement, or this transaction, mined in the meantime. */
async function findReplacement(client: Client, sent: SentTransaction): Promise<ChainOutcome> {
  const taken = await findByNonce(client, sent);
  if (taken === undefined) return { replacedBy: undefined };
  const { hash } = taken;
  if (hash !== sent.hash && !isSameCall(taken, sent)) return { replacedBy: hash };
  // A node may have the block but not its receipts yet; the read then throws and is retried.
  return { receipt: await getTransactionReceipt(client, { hash }) };
}

async function findByNonce(
  client: Client,
  { from, nonce }: SentTransaction,
): Promise<Transaction | undefined> {
  const newest = await latestBlockNumber(client);
  const oldest = newest > maxBlocksSearched ? newest - maxBlocksSearched : 0n;
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

/** Resolves to undefined instead of throwing if the node does not know the transaction. */
function undefinedIfUnknown<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  });
}

async function readSettlement(
  client: Client,
  first: SentTransaction,
  ending: ChainOutcome,
): Promise<Settlement> {
  const failed = { failedAt: "chain", isRejection: false } as const;
  if (!("receipt" in ending)) {
    return { failure: { ...failed, message: replacedMessage(ending.replacedBy), sent: first } };
  }
  const { receipt } = ending;
  if (receipt.status === "success") return { receipt };
  const sent = { ...first, hash: receipt.transactionHash };
  return { failure: { ...failed, ...(await readRevert(client, sent, receipt)), sent } };
}

/** Simulates the failed call on the state after its block, because receipts contain no revert reason. */
async function readRevert(
  client: Client,
  { from, to, data, value }: SentTransaction,
  { blockNumber }: TransactionReceipt,
): Promise<Pick<Failure, "message" | "revert">> {
  try {
    await simulate(client, { account: from, to, data, value: value ?? 0n, blockNumber });
  } catch (error) {
    const { message, revert } = describeFailure(error, "contract");
    if (revert) return { message: revertedMessage(message), revert };
  }
  return { message: revertedMessage("The contract gave no reason. Try again.") };
}
