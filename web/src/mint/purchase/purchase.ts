import { type Address, isAddressEqual } from "viem";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import type { FocusState } from "../../page/focusRules.ts";
import {
  type Failure,
  idleTransaction,
  isPending,
  type Transaction,
  type Unanswered,
} from "../../transactions/transaction.ts";

/** What a person agrees to by pressing Mint. */
export interface Order {
  wallet: Address;
  phase: string;
  qty: number;
  /** Price per token, in wei. */
  price: bigint;
}

/** An order and the authorization to send with it. */
export interface AuthorizedOrder {
  order: Order;
  authorization: SignedMintAuthorization;
}

/** A mint whose prompt may still be open in the wallet, so that it may still be sent. */
export type UnansweredMint = Unanswered<AuthorizedOrder>;

/** One wallet's purchase. */
export type Purchase = Transaction<AuthorizedOrder>;

/** Returns the step of a mint that the buyer has reached, for the keyboard focus. */
export function purchaseFocus(purchase: Purchase): FocusState {
  const { step } = purchase.stage;
  if (step === "confirmed") return "minted";
  if (isPending(purchase)) return "minting";
  if (step === "failed") return "not minted";
  return purchase.unanswered ? "unanswered" : "choosing";
}

/** Returns the mint that an open prompt may still send while its phase is active. */
export function unansweredIn({ unanswered }: Purchase, phase: string): UnansweredMint | undefined {
  return unanswered?.authorization.phase === phase ? unanswered : undefined;
}

/** Handles a press of Mint, optionally with a pasted authorization. */
export function press(
  purchase: Purchase,
  order: Order,
  pasted?: SignedMintAuthorization | undefined,
): Purchase {
  if (isPending(purchase)) return purchase;
  const open = unansweredIn(purchase, order.phase)?.authorization;
  // Resends a transaction that may have been sent, instead of requesting a new authorization.
  const signed = pasted ?? open;
  if (signed === undefined) return { ...purchase, stage: { step: "authorizing", order } };
  const isOther = pasted === undefined && signed.qty !== String(order.qty);
  const { stage } = idleTransaction;
  return { ...purchase, stage: isOther ? stage : stageAuthorized(purchase, order, signed) };
}

export function attachAuthorization(
  purchase: Purchase,
  authorization: SignedMintAuthorization,
): Purchase {
  const { stage } = purchase;
  if (stage.step !== "authorizing") return purchase;
  return { ...purchase, stage: stageAuthorized(purchase, stage.order, authorization) };
}

function stageAuthorized(
  purchase: Purchase,
  order: Order,
  authorization: SignedMintAuthorization,
): Purchase["stage"] {
  const open = unansweredIn(purchase, order.phase)?.authorization;
  // A second transaction ID could be charged in addition to the first, which may have been sent.
  if (open && open.transactionID !== authorization.transactionID) return idleTransaction.stage;
  if (isFor(order, authorization)) return { step: "checking", order, authorization };
  const failure: Failure = { failedAt: "service", isRejection: false, message: otherTerms };
  return { step: "failed", order, failure };
}

const otherTerms =
  "The authorization is for a different phase, wallet or quantity, so nothing was sent. Check the sale above, then try again.";

function isFor({ wallet, phase, qty }: Order, signed: SignedMintAuthorization): boolean {
  return (
    isAddressEqual(signed.minter, wallet) && signed.phase === phase && signed.qty === String(qty)
  );
}
