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
  /** Nonce of `from`; absent until the node returns it. */
  nonce?: number | undefined;
}

/** Why a transaction failed, and where it can be looked up if it was sent. */
export interface Failure {
  /** The step at which it failed. */
  failedAt: "service" | "contract" | "wallet" | "chain";
  /** A rejected prompt is a decision, not a fault. */
  isRejection: boolean;
  /** Sentences: what happened, and what to do. */
  message: string;
  /** The contract's revert, if it reverted. */
  revert?: Revert | undefined;
  /** Whether the wallet may have sent it nevertheless. */
  mayBeSent?: boolean;
  /** The service never authorizes: whoever has an authorization can paste it. */
  isNotOffered?: boolean;
  sent?: SentTransaction;
}

/** How the node sees a transaction that is not in a block yet. */
export type Sighting =
  /** Pending. */
  | "waiting"
  /** Unknown to the node for a while: dropped, or not broadcast by the wallet. */
  | "missing"
  /** The node did not respond. */
  | "out of reach";

export interface Terms {
  /** What a person agrees to by pressing the button. */
  order: { wallet: Address };
  /** The contract accepts an authorization once; a call without one may be repeated. */
  authorization: SignedMintAuthorization | undefined;
}

/** A call that the wallet was asked to send, and the block before which it was not sent. */
export interface Prompted<Of extends Terms> {
  order: Of["order"];
  authorization: Of["authorization"];
  fromBlock: bigint;
}

/** An authorized call whose prompt may still be open in the wallet: it may still be sent. */
export interface Unanswered<Of extends Terms> extends Prompted<Of> {
  /** Number of its prompts without a response. */
  prompts: number;
  /** Whether the wallet has sent it and the node does not have it. */
  isSent: boolean;
  /** Whether the chain has dropped the block that confirmed it. */
  isTakenBack?: true;
}

export type Stage<Of extends Terms = Terms> =
  | { step: "idle" }
  | { step: "authorizing"; order: Of["order"] }
  /** The call is being simulated. */
  | { step: "checking"; order: Of["order"]; authorization: Of["authorization"] }
  /** `prompt` numbers the wallet's prompts of this page. */
  | ({ step: "asking"; prompt: number } & Prompted<Of>)
  | ({
      step: "sent";
      sent: SentTransaction;
      sighting: Sighting;
      /** Whether the chain has dropped the block that confirmed it. */
      isTakenBack?: true;
    } & Prompted<Of>)
  /** No receipt if only its effect was found. */
  | { step: "confirmed"; order: Of["order"]; receipt: TransactionReceipt | undefined }
  | { step: "failed"; order: Of["order"]; failure: Failure };

/** One wallet's transaction: its stage, and what an earlier prompt may still send. */
export interface Transaction<Of extends Terms = Terms> {
  stage: Stage<Of>;
  unanswered?: Unanswered<Of> | undefined;
  /** The last one that was confirmed, which the chain may still drop. */
  settled?: Settled<Of> | undefined;
}

/** What to go back to if the chain drops the block of a confirmed transaction. */
export interface Settled<Of extends Terms = Terms> {
  stage: { step: "idle" } | Extract<Stage<Of>, { step: "sent" }>;
  unanswered: Unanswered<Of> | undefined;
  /** No receipt if only its effect was found. */
  receipt: TransactionReceipt | undefined;
}

const idle = { step: "idle" } as const;
export const idleTransaction = { stage: idle };

/** Whether something is under way, so that nothing else can be begun. */
export function isPending({ stage }: Transaction): boolean {
  return ["authorizing", "checking", "asking", "sent"].includes(stage.step);
}

/** What is being sent now. */
export function pendingOrder<Of extends Terms>(
  transaction: Transaction<Of>,
): Of["order"] | undefined {
  const { stage } = transaction;
  return isPending(transaction) && "order" in stage ? stage.order : undefined;
}

/** Identifies what the chain carries out once: what is authorized, or else the transaction. */
export function idOf(each: Stage | Unanswered<Terms> | undefined): string | undefined {
  if (each === undefined) return undefined;
  const authorization = "authorization" in each ? each.authorization : undefined;
  return authorization?.transactionID ?? ("sent" in each ? each.sent.hash : undefined);
}

// What follows from each event. One that is late or comes from another attempt changes nothing.

/** What is under way ends in failure. */
export function fail<Of extends Terms>(
  transaction: Transaction<Of>,
  failure: Failure,
): Transaction<Of> {
  const order = pendingOrder(transaction);
  return order ? { ...transaction, stage: { step: "failed", order, failure } } : transaction;
}

/** The simulation succeeded, and the wallet is prompting. */
export function requestWallet<Of extends Terms>(
  transaction: Transaction<Of>,
  prompt: number,
  fromBlock: bigint,
): Transaction<Of> {
  const { stage, unanswered: before } = transaction;
  if (stage.step !== "checking") return transaction;
  const { order, authorization } = stage;
  const isSame = before !== undefined && idOf(before) === authorization?.transactionID;
  const earlier = isSame ? before : { prompts: 0, fromBlock, isSent: false };
  const prompted = { order, authorization, fromBlock: earlier.fromBlock };
  return {
    ...transaction,
    stage: { step: "asking", prompt, ...prompted },
    unanswered: authorization
      ? { ...earlier, ...prompted, prompts: earlier.prompts + 1 }
      : undefined,
  };
}

/**
 * The wallet fails to send a prompt's transaction, or will not send it. The outcome of an abandoned attempt's prompt
 * does not affect the next attempt.
 */
export function endPrompt<Of extends Terms>(
  transaction: Transaction<Of>,
  prompted: { prompt: number; failure: Failure; transactionID: string | undefined },
): Transaction<Of> {
  const { prompt, failure, transactionID } = prompted;
  const { stage, unanswered } = transaction;
  const isCurrent = stage.step === "asking" && stage.prompt === prompt;
  return {
    ...transaction,
    stage: isCurrent ? { step: "failed", order: stage.order, failure } : stage,
    unanswered: failure.mayBeSent ? unanswered : withOneLess(unanswered, transactionID),
  };
}

function withOneLess<Of extends Terms>(
  unanswered: Unanswered<Of> | undefined,
  transactionID: string | undefined,
): Unanswered<Of> | undefined {
  if (unanswered === undefined || idOf(unanswered) !== transactionID) return unanswered;
  const prompts = unanswered.prompts - 1;
  return prompts > 0 || unanswered.isSent ? { ...unanswered, prompts } : undefined;
}

/** The wallet sends the transaction. */
export function send<Of extends Terms>(
  transaction: Transaction<Of>,
  { order, authorization, fromBlock }: Prompted<Of>,
  sent: SentTransaction,
): Transaction<Of> {
  const { stage, unanswered } = transaction;
  const isSent = stage.step === "sent" && idOf(stage) === authorization?.transactionID;
  if (isSent || stage.step === "confirmed") return transaction;
  return {
    ...transaction,
    stage: { step: "sent", order, authorization, sent, sighting: "waiting", fromBlock },
    unanswered: withOneLess(unanswered, authorization?.transactionID),
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

/** The chain has carried it out. An unanswered one with another ID is kept: it may still be sent. */
export function confirm<Of extends Terms>(
  transaction: Transaction<Of>,
  id: string,
  receipt: TransactionReceipt | undefined,
): Transaction<Of> {
  const { stage, unanswered } = transaction;
  const open = idOf(unanswered) === id ? unanswered : undefined;
  const sent = stage.step === "sent" && idOf(stage) === id ? stage : undefined;
  const done = sent ?? open;
  if (done === undefined) return transaction;
  return {
    stage: { step: "confirmed", order: done.order, receipt },
    unanswered: open ? undefined : unanswered,
    settled: { stage: sent ?? idle, unanswered, receipt },
  };
}

/** The chain drops the block that confirmed it: it is followed again, unless another one is under way. */
export function takeBack<Of extends Terms>(
  transaction: Transaction<Of>,
  settled: Settled<Of>,
): Transaction<Of> {
  if (isPending(transaction) || transaction.settled !== settled) return transaction;
  const { stage, unanswered, receipt } = settled;
  if (stage.step === "idle")
    return { stage, unanswered: unanswered && { ...unanswered, isSent: true, isTakenBack: true } };
  const hash = receipt?.transactionHash ?? stage.sent.hash;
  const sent = { ...stage.sent, hash };
  return { stage: { ...stage, sent, sighting: "waiting", isTakenBack: true }, unanswered };
}

/** Stops waiting for the wallet, or for a transaction that the node does not have. */
export function giveUp<Of extends Terms>(transaction: Transaction<Of>): Transaction<Of> {
  const { stage, unanswered } = transaction;
  if (stage.step === "asking") return { ...transaction, stage: idle };
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

/** The person confirms that the wallet has no open prompt. */
export function dismiss<Of extends Terms>(transaction: Transaction<Of>): Transaction<Of> {
  return isPending(transaction) ? transaction : idleTransaction;
}

/** Goes back to the form after an outcome. */
export function clear<Of extends Terms>(transaction: Transaction<Of>): Transaction<Of> {
  return isPending(transaction) ? transaction : { ...transaction, stage: idle };
}
