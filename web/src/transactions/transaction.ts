import type { Address, Hex, TransactionReceipt } from "viem";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import type { Revert } from "#sale/revert";

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
  /** The sender's nonce; absent until the node returns it. */
  nonce?: number | undefined;
}

/** Why a transaction failed, and the transaction if it was sent. */
export interface Failure {
  /** The step that failed. */
  failedAt: "service" | "contract" | "wallet" | "chain";
  /** A rejected prompt is a decision, not a fault. */
  isRejection: boolean;
  /** Sentences: what happened, and what to do. */
  message: string;
  /** The contract's revert, if any. */
  revert?: Revert | undefined;
  /** Whether the wallet may have sent the transaction nevertheless. */
  mayBeSent?: boolean;
  /** Whether the service authorizes no mints at all; a pasted authorization still works. */
  isNotOffered?: boolean;
  sent?: SentTransaction;
}

/** The node's view of a transaction that is not in a block yet. */
export type Sighting =
  /** The transaction is pending. */
  | "waiting"
  /** The transaction has been pending for minutes. */
  | "slow"
  /** The node has not known the transaction for a while: it was dropped, or the wallet did not broadcast it. */
  | "missing"
  /** The node did not respond. */
  | "unreachable";

export interface Terms {
  /** What the user accepts by pressing the button. */
  order: { wallet: Address };
  /** The contract accepts an authorization once; a call without one is repeatable. */
  authorization: SignedMintAuthorization | undefined;
}

/** A call that the wallet was prompted to send, and the block from which it may be on chain. */
export interface Prompted<Of extends Terms> {
  order: Of["order"];
  authorization: Of["authorization"];
  fromBlock: bigint;
}

/** An authorized call that may still be sent, because its prompt may still be open in the wallet. */
export interface Unanswered<Of extends Terms> extends Prompted<Of> {
  /** Number of prompts without a response. */
  prompts: number;
  /** Whether the wallet sent the transaction but the node does not know it. */
  isSent: boolean;
  /** Whether a reorg dropped the block that confirmed the transaction. */
  isReorged?: true;
}

export type Stage<Of extends Terms = Terms> =
  | { step: "idle" }
  | { step: "authorizing"; order: Of["order"] }
  /** The call is being simulated. */
  | { step: "checking"; order: Of["order"]; authorization: Of["authorization"] }
  /** `prompt` counts this page's wallet prompts. */
  | ({ step: "prompting"; prompt: number } & Prompted<Of>)
  | ({
      step: "sent";
      sent: SentTransaction;
      sighting: Sighting;
      /** Whether a reorg dropped the block that confirmed the transaction. */
      isReorged?: true;
    } & Prompted<Of>)
  /** The receipt is absent if only the transaction's effect was found. */
  | { step: "confirmed"; order: Of["order"]; receipt: TransactionReceipt | undefined }
  | { step: "failed"; order: Of["order"]; failure: Failure };

/** One wallet's transaction: its stage, and what an earlier prompt may still send. */
export interface Transaction<Of extends Terms = Terms> {
  stage: Stage<Of>;
  unanswered?: Unanswered<Of> | undefined;
  /** The last confirmed transaction, which a reorg may still drop. */
  settled?: Settled<Of> | undefined;
}

/** State to return to if a reorg drops a confirmed transaction's block. */
export interface Settled<Of extends Terms = Terms> {
  stage: { step: "idle" } | Extract<Stage<Of>, { step: "sent" }>;
  unanswered: Unanswered<Of> | undefined;
  /** Absent if only the effect was found. */
  receipt: TransactionReceipt | undefined;
}

const idle = { step: "idle" } as const;
export const idleTransaction = { stage: idle };

/** Whether a transaction is pending, so that no other can start. */
export function isPending({ stage }: Transaction): boolean {
  return ["authorizing", "checking", "prompting", "sent"].includes(stage.step);
}

/** Returns the order of the pending transaction. */
export function pendingOrder<Of extends Terms>(
  transaction: Transaction<Of>,
): Of["order"] | undefined {
  const { stage } = transaction;
  return isPending(transaction) && "order" in stage ? stage.order : undefined;
}

/** Returns the ID of what the chain executes at most once: the authorization, otherwise the transaction. */
export function attemptId(each: Stage | Unanswered<Terms> | undefined): string | undefined {
  if (each === undefined) return undefined;
  const authorization = "authorization" in each ? each.authorization : undefined;
  return authorization?.transactionID ?? ("sent" in each ? each.sent.hash : undefined);
}

// Transitions, one per event. A late event, or a different attempt's event, changes nothing.

/** Ends the pending transaction with a failure. */
export function fail<Of extends Terms>(
  transaction: Transaction<Of>,
  failure: Failure,
): Transaction<Of> {
  const order = pendingOrder(transaction);
  return order ? { ...transaction, stage: { step: "failed", order, failure } } : transaction;
}

/** Proceeds from the successful simulation to the wallet's prompt. */
export function requestWallet<Of extends Terms>(
  transaction: Transaction<Of>,
  prompt: number,
  fromBlock: bigint,
): Transaction<Of> {
  const { stage, unanswered: before } = transaction;
  if (stage.step !== "checking") return transaction;
  const { order, authorization } = stage;
  const isSame = before !== undefined && attemptId(before) === authorization?.transactionID;
  const earlier = isSame ? before : { prompts: 0, fromBlock, isSent: false };
  const prompted = { order, authorization, fromBlock: earlier.fromBlock };
  return {
    ...transaction,
    stage: { step: "prompting", prompt, ...prompted },
    unanswered: authorization
      ? { ...earlier, ...prompted, prompts: earlier.prompts + 1 }
      : undefined,
  };
}

/**
 * Ends a prompt whose transaction the wallet failed or refused to send. An abandoned attempt's
 * prompt does not affect the next attempt.
 */
export function endPrompt<Of extends Terms>(
  transaction: Transaction<Of>,
  prompted: { prompt: number; failure: Failure; transactionID: string | undefined },
): Transaction<Of> {
  const { prompt, failure, transactionID } = prompted;
  const { stage, unanswered } = transaction;
  const isCurrent = stage.step === "prompting" && stage.prompt === prompt;
  return {
    ...transaction,
    stage: isCurrent ? { step: "failed", order: stage.order, failure } : stage,
    unanswered: failure.mayBeSent ? unanswered : removePrompt(unanswered, transactionID),
  };
}

function removePrompt<Of extends Terms>(
  unanswered: Unanswered<Of> | undefined,
  transactionID: string | undefined,
): Unanswered<Of> | undefined {
  if (unanswered === undefined || attemptId(unanswered) !== transactionID) return unanswered;
  const prompts = unanswered.prompts - 1;
  return prompts > 0 || unanswered.isSent ? { ...unanswered, prompts } : undefined;
}

/** Records that the wallet sent the transaction. */
export function send<Of extends Terms>(
  transaction: Transaction<Of>,
  { order, authorization, fromBlock }: Prompted<Of>,
  sent: SentTransaction,
): Transaction<Of> {
  const { stage, unanswered } = transaction;
  const isSent = stage.step === "sent" && attemptId(stage) === authorization?.transactionID;
  if (isSent || stage.step === "confirmed") return transaction;
  return {
    ...transaction,
    stage: { step: "sent", order, authorization, sent, sighting: "waiting", fromBlock },
    unanswered: removePrompt(unanswered, authorization?.transactionID),
  };
}

export function sight<Of extends Terms>(
  transaction: Transaction<Of>,
  sent: SentTransaction,
  sighting: Sighting,
): Transaction<Of> {
  const { stage } = transaction;
  if (stage.step !== "sent") return transaction;
  return { ...transaction, stage: { ...stage, sent, sighting } };
}

/** Records that the chain executed the transaction. An unanswered transaction with a different ID may still be sent. */
export function confirm<Of extends Terms>(
  transaction: Transaction<Of>,
  id: string,
  receipt: TransactionReceipt | undefined,
): Transaction<Of> {
  const { stage, unanswered } = transaction;
  const open = attemptId(unanswered) === id ? unanswered : undefined;
  const sent = stage.step === "sent" && attemptId(stage) === id ? stage : undefined;
  const done = sent ?? open;
  if (done === undefined) return transaction;
  return {
    stage: { step: "confirmed", order: done.order, receipt },
    unanswered: open ? undefined : unanswered,
    settled: { stage: sent ?? idle, unanswered, receipt },
  };
}

/** Records that a reorg dropped the confirming block; follows the transaction again unless another is pending. */
export function reorg<Of extends Terms>(
  transaction: Transaction<Of>,
  settled: Settled<Of>,
): Transaction<Of> {
  if (isPending(transaction) || transaction.settled !== settled) return transaction;
  const { stage, unanswered, receipt } = settled;
  if (stage.step === "idle")
    return { stage, unanswered: unanswered && { ...unanswered, isSent: true, isReorged: true } };
  const hash = receipt?.transactionHash ?? stage.sent.hash;
  const sent = { ...stage.sent, hash };
  return { stage: { ...stage, sent, sighting: "waiting", isReorged: true }, unanswered };
}

/** Gives up on an unresponsive wallet, or on a transaction that the node does not know. */
export function giveUp<Of extends Terms>(transaction: Transaction<Of>): Transaction<Of> {
  const { stage, unanswered } = transaction;
  if (stage.step === "prompting") return { ...transaction, stage: idle };
  if (stage.step !== "sent") return transaction;
  const { order, authorization, fromBlock } = stage;
  const prompts = unanswered?.prompts ?? 0;
  return {
    ...transaction,
    stage: idle,
    unanswered: authorization
      ? { order, authorization, fromBlock, prompts, isSent: true }
      : undefined,
  };
}

/** Discards an open prompt after the user confirms that the wallet shows none. */
export function dismiss<Of extends Terms>(transaction: Transaction<Of>): Transaction<Of> {
  return isPending(transaction) ? transaction : idleTransaction;
}

/** Returns to the form after an outcome. */
export function clear<Of extends Terms>(transaction: Transaction<Of>): Transaction<Of> {
  return isPending(transaction) ? transaction : { ...transaction, stage: idle };
}
