import type { Client, Hex, TransactionReceipt } from "viem";
import { call as simulate } from "viem/actions";
import { describeFailure } from "./describeFailure.ts";
import { followTransaction } from "./followTransaction.ts";
import type { SentTransaction, Sighting, TransactionRefusal } from "./transactionState.ts";

/** How a transaction ended: with a successful receipt, or with a reason for the failure. */
export type Settlement =
  | { sent: SentTransaction; receipt: TransactionReceipt; refusal?: never }
  | { sent: SentTransaction; receipt?: never; refusal: TransactionRefusal };

/**
 * Follows a transaction to its end, and finds out why it failed.
 *
 * @param onSighting called with the node's view of the transaction, and its nonce once known.
 */
export async function settleTransaction(
  client: Client,
  first: SentTransaction,
  onSighting: (sent: SentTransaction, sighting: Sighting) => void,
): Promise<Settlement> {
  let sent = first;
  const ending = await followTransaction(client, sent, {
    onSighting: (sighting) => onSighting(sent, sighting),
    onNonce: (nonce) => {
      sent = { ...sent, nonce };
    },
  });
  if (ending.kind === "replaced") {
    return { sent, refusal: { isRejection: false, words: wordsForReplaced(ending.by) } };
  }
  const { receipt } = ending;
  sent = { ...sent, hash: receipt.transactionHash };
  if (receipt.status === "success") return { sent, receipt };
  return { sent, refusal: await whyReverted(client, sent, receipt) };
}

/** Simulates the failed call on the state after its block, because a receipt has no revert reason. */
async function whyReverted(
  client: Client,
  { from, to, data, value }: SentTransaction,
  { blockNumber }: TransactionReceipt,
): Promise<TransactionRefusal> {
  try {
    await simulate(client, { account: from, to, data, value: value ?? 0n, blockNumber });
  } catch (error) {
    const refusal = describeFailure(error, "contract");
    if (refusal.revert) return { ...refusal, words: `${tooLate} ${refusal.words}` };
  }
  return { isRejection: false, words: `${tooLate} It gave no reason. Try again.` };
}

const tooLate =
  "The transaction reverted although its simulation passed: only the network's fee was paid.";

function wordsForReplaced(by: Hex | undefined): string {
  const which = by ? ` (${by})` : "";
  return `Your wallet replaced this transaction with another${which}: this one was never executed. Try again if you still want it.`;
}
