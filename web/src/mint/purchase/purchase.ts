import { type Address, type Hex, isAddressEqual } from "viem";
import type { SignedMintAuthorization } from "#protocol/responses";
import type { FocusState } from "../../page/focusRules.ts";
import type {
  SentTransaction,
  Sighting,
  TransactionRefusal,
} from "../../transactions/transactionState.ts";

/** What a person agrees to by pressing Mint. */
export interface Order {
  wallet: Address;
  phase: string;
  qty: number;
  /** Wei for each. */
  price: bigint;
}

/** What a mint's transaction brought; no hash if it was not found. */
export interface Minted {
  hash: Hex | undefined;
  drifterIds: readonly string[];
}

/** An order with the authorisation that it is sent with. */
export interface AuthorizedOrder {
  order: Order;
  authorization: SignedMintAuthorization;
}

/** A mint whose prompt the wallet may not have answered: it may still be sent. */
export interface UnansweredMint extends AuthorizedOrder {
  /** Number of its prompts without an answer. */
  prompts: number;
  /** Block before which it was not sent. */
  fromBlock: bigint;
  /** Whether the wallet has sent it and the node does not have it. */
  isSent: boolean;
}

/** Why a mint stopped, and where it can be looked up if it was sent. */
export interface Failure extends TransactionRefusal {
  /** The step at which it failed. */
  failedAt: "service" | "contract" | "wallet" | "chain";
  /** The service never authorises: whoever has an authorisation can paste it. */
  isNotOffered?: boolean;
  sent?: SentTransaction;
}

export type Stage =
  | { step: "idle" }
  | { step: "authorising"; order: Order }
  /** The contract call is being simulated. */
  | ({ step: "checking" } & AuthorizedOrder)
  /** `prompt` numbers the wallet's prompts of this page. */
  | ({ step: "asking"; prompt: number } & AuthorizedOrder)
  | ({
      step: "sent";
      sent: SentTransaction;
      sighting: Sighting;
      fromBlock: bigint;
    } & AuthorizedOrder)
  | ({ step: "confirmed"; order: Order } & Minted)
  | { step: "failed"; order: Order; failure: Failure };

/** One wallet's purchase: its stage, and what an earlier prompt may still send. */
export interface Purchase {
  stage: Stage;
  unanswered?: UnansweredMint | undefined;
}

const idle = { step: "idle" } as const;
export const idlePurchase: Purchase = { stage: idle };

/** Whether something is under way, so that nothing else can be begun. */
function isPending({ stage }: Purchase): boolean {
  return ["authorising", "checking", "asking", "sent"].includes(stage.step);
}

/** What is being minted now. */
export function pendingOrder(purchase: Purchase): Order | undefined {
  const { stage } = purchase;
  return isPending(purchase) && "order" in stage ? stage.order : undefined;
}

/** Which step of a mint the buyer has reached, for the keyboard's focus. */
export function focusStateOf(purchase: Purchase): FocusState {
  const { step } = purchase.stage;
  if (step === "confirmed") return "minted";
  if (isPending(purchase)) return "minting";
  if (step === "failed") return "not minted";
  return purchase.unanswered ? "unanswered" : "choosing";
}

/** What an unanswered prompt would still mint, as long as the phase that it is for is sold. */
export function unansweredIn({ unanswered }: Purchase, phase: string): UnansweredMint | undefined {
  return unanswered?.authorization.phase === phase ? unanswered : undefined;
}

function failed(order: Order, failure: Failure): Stage {
  return { step: "failed", order, failure };
}

// What follows from each event. One that is late or comes from another attempt changes nothing.

/** The person presses Mint, perhaps with an authorisation of their own. */
export function press(
  purchase: Purchase,
  order: Order,
  pasted?: SignedMintAuthorization | undefined,
): Purchase {
  if (isPending(purchase)) return purchase;
  const open = unansweredIn(purchase, order.phase)?.authorization;
  // A transaction that may have been sent is sent again; no other is requested.
  const signed = pasted ?? open;
  if (signed === undefined) return { ...purchase, stage: { step: "authorising", order } };
  const isOther = pasted === undefined && signed.qty !== String(order.qty);
  return { ...purchase, stage: isOther ? idle : stageAuthorised(purchase, order, signed) };
}

export function authorise(purchase: Purchase, authorization: SignedMintAuthorization): Purchase {
  const { stage } = purchase;
  if (stage.step !== "authorising") return purchase;
  return { ...purchase, stage: stageAuthorised(purchase, stage.order, authorization) };
}

function stageAuthorised(
  purchase: Purchase,
  order: Order,
  authorization: SignedMintAuthorization,
): Stage {
  const open = unansweredIn(purchase, order.phase)?.authorization;
  // A second ID while the first may have been sent could be paid twice.
  if (open && open.transactionID !== authorization.transactionID) return idle;
  if (isFor(order, authorization)) return { step: "checking", order, authorization };
  return failed(order, { failedAt: "service", isRejection: false, words: otherTerms });
}

const otherTerms =
  "The authorisation is for another phase, wallet or quantity, so nothing was sent. Check the sale above, then try again.";

function isFor({ wallet, phase, qty }: Order, signed: SignedMintAuthorization): boolean {
  return (
    isAddressEqual(signed.minter, wallet) && signed.phase === phase && signed.qty === String(qty)
  );
}

/** What is under way ends without a mint. */
export function fail(purchase: Purchase, failure: Failure): Purchase {
  const order = pendingOrder(purchase);
  return order ? { ...purchase, stage: failed(order, failure) } : purchase;
}

/** The simulation succeeded, and the wallet is prompting. */
export function askWallet(purchase: Purchase, prompt: number, fromBlock: bigint): Purchase {
  const { stage, unanswered: before } = purchase;
  if (stage.step !== "checking") return purchase;
  const { order, authorization } = stage;
  const isSame = before?.authorization.transactionID === authorization.transactionID;
  const prompts = { prompts: 1, fromBlock, isSent: false };
  return {
    stage: { step: "asking", order, authorization, prompt },
    unanswered: {
      ...(isSame ? { ...before, prompts: before.prompts + 1 } : prompts),
      order,
      authorization,
    },
  };
}

/**
 * The wallet fails to send a prompt's transaction, or will not send it. The outcome of an abandoned attempt's prompt
 * does not affect the next attempt.
 */
export function endPrompt(
  purchase: Purchase,
  { prompt, failure, transactionID }: { prompt: number; failure: Failure; transactionID: string },
): Purchase {
  const { stage } = purchase;
  const isCurrent = stage.step === "asking" && stage.prompt === prompt;
  return {
    stage: isCurrent ? failed(stage.order, failure) : stage,
    unanswered: failure.mayBeSent
      ? purchase.unanswered
      : withOneLess(purchase.unanswered, transactionID),
  };
}

function withOneLess(
  unanswered: UnansweredMint | undefined,
  transactionID: string,
): UnansweredMint | undefined {
  if (unanswered?.authorization.transactionID !== transactionID) return unanswered;
  const prompts = unanswered.prompts - 1;
  return prompts > 0 || unanswered.isSent ? { ...unanswered, prompts } : undefined;
}

/** The wallet sends the transaction. */
export function send(purchase: Purchase, mint: UnansweredMint, sent: SentTransaction): Purchase {
  const { stage, unanswered } = purchase;
  const { order, authorization, fromBlock } = mint;
  const { transactionID } = authorization;
  const isSent = stage.step === "sent" && stage.authorization.transactionID === transactionID;
  if (isSent || stage.step === "confirmed") return purchase;
  return {
    stage: { step: "sent", order, authorization, sent, sighting: "waiting", fromBlock },
    unanswered: withOneLess(unanswered, transactionID),
  };
}

export function sight(purchase: Purchase, sent: SentTransaction, sighting: Sighting): Purchase {
  const { stage } = purchase;
  return stage.step === "sent" ? { ...purchase, stage: { ...stage, sent, sighting } } : purchase;
}

/** The chain has used the authorisation. An unanswered mint with another ID is kept: it may still be sent. */
export function confirm(purchase: Purchase, transactionID: string, minted: Minted): Purchase {
  const isUsed = (mint: Stage | UnansweredMint | undefined) =>
    mint !== undefined &&
    "authorization" in mint &&
    mint.authorization.transactionID === transactionID;
  const { unanswered } = purchase;
  const mint = [purchase.stage, unanswered].find(isUsed);
  if (!mint || !("order" in mint)) return purchase;
  return {
    stage: { step: "confirmed", order: mint.order, ...minted },
    unanswered: isUsed(unanswered) ? undefined : unanswered,
  };
}

/** Stops waiting for the wallet, or for a transaction that the node does not have. */
export function giveUp({ stage, unanswered }: Purchase): Purchase {
  if (stage.step === "asking") return { stage: idle, unanswered };
  if (stage.step !== "sent") return { stage, unanswered };
  const { order, authorization, fromBlock } = stage;
  const prompts = unanswered?.prompts ?? 0;
  return { stage: idle, unanswered: { order, authorization, fromBlock, prompts, isSent: true } };
}

/** The person confirms that the wallet has no open prompt. */
export function dismiss(purchase: Purchase): Purchase {
  return isPending(purchase) ? purchase : idlePurchase;
}

/** Goes back to the form after an outcome. */
export function clear(purchase: Purchase): Purchase {
  return isPending(purchase) ? purchase : { ...purchase, stage: idle };
}
