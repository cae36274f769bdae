import type { Address, Hex, TransactionReceipt } from "viem";
import type { Revert } from "#protocol/sale/revert";

/** What is sent to a contract. */
export interface ContractCall {
  to: Address;
  data: Hex;
  /** Wei; none if absent. */
  value?: bigint | undefined;
}

/** A transaction that a wallet has sent. */
export interface SentTransaction extends ContractCall {
  hash: Hex;
  from: Address;
  /** The nonce; absent until the node has returned it. */
  nonce?: number | undefined;
}

/** Why something was not done, for people. */
export interface TransactionRefusal {
  /** A rejected prompt is a decision, not a fault. */
  isRejection: boolean;
  /** What happened, and what to do: sentences. */
  words: string;
  /** What the contract refused with, if it was the contract. */
  revert?: Revert | undefined;
  /** Whether the wallet may have sent it all the same. */
  mayBeSent?: boolean;
}

/** How the node sees a transaction that is not in a block yet. */
export type Sighting =
  /** It waits for a block. */
  | "waiting"
  /** The node has not known it for a while: dropped, or not passed on by the wallet. */
  | "missing"
  /** The node did not answer. */
  | "out of reach";

/** The state of one transaction, from the request to its end. */
export type TransactionState =
  | { step: "idle" }
  /** The contract is asked whether it would accept it. */
  | { step: "checking"; from: Address }
  /** The wallet asks its owner. */
  | { step: "asking"; from: Address }
  | { step: "sent"; sent: SentTransaction; sighting: Sighting }
  | { step: "confirmed"; sent: SentTransaction; receipt: TransactionReceipt }
  /** `sent` is there if it came to be sent, so that it can be looked up. */
  | {
      step: "refused";
      /** Who was asked when it stopped. */
      asked: "contract" | "wallet" | "chain";
      refusal: TransactionRefusal;
      sent?: SentTransaction | undefined;
    };

/** Whether something is under way, so that nothing else should be begun. */
export function isUnderWay({ step }: TransactionState): boolean {
  return step === "checking" || step === "asking" || step === "sent";
}
