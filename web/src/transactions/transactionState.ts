import type { Address, Hex, TransactionReceipt } from "viem";
import type { Revert } from "#protocol/sale/revert";

/** A call to a contract. */
export interface ContractCall {
  to: Address;
  data: Hex;
  /** In wei; 0 if absent. */
  value?: bigint | undefined;
}

/** A transaction that a wallet has sent. */
export interface SentTransaction extends ContractCall {
  hash: Hex;
  from: Address;
  /** Nonce of `from`; absent until the node returns it. */
  nonce?: number | undefined;
}

/** A readable reason for a failure. */
export interface TransactionRefusal {
  /** A rejected prompt is a decision, not a fault. */
  isRejection: boolean;
  /** Sentences: what happened, and what to do. */
  words: string;
  /** The contract's revert, if it reverted. */
  revert?: Revert | undefined;
  /** Whether the wallet may have sent it nevertheless. */
  mayBeSent?: boolean;
}

/** How the node sees a transaction that is not in a block yet. */
export type Sighting =
  /** Pending. */
  | "waiting"
  /** Unknown to the node for a while: dropped, or not broadcast by the wallet. */
  | "missing"
  /** The node did not answer. */
  | "out of reach";

export const wordsForSighting: Record<Sighting, string> = {
  waiting: "Waiting for confirmation; you can leave this page.",
  missing:
    "Sent, but the network does not know this transaction. Check your wallet: it may have dropped it, or may send it again.",
  "out of reach": "Sent. Can't reach the network; this page keeps trying.",
};

/** State of one transaction. */
export type TransactionState =
  | { step: "idle" }
  /** The call is being simulated. */
  | { step: "checking" }
  /** The wallet prompts its user. */
  | { step: "asking" }
  | { step: "sent"; sent: SentTransaction; sighting: Sighting }
  | { step: "confirmed"; sent: SentTransaction; receipt: TransactionReceipt }
  /** `sent` is set if the transaction was sent. */
  | { step: "refused"; refusal: TransactionRefusal; sent?: SentTransaction | undefined };

/** Whether a transaction is under way, so that no other may start. */
export function isPending({ step }: TransactionState): boolean {
  return step === "checking" || step === "asking" || step === "sent";
}
