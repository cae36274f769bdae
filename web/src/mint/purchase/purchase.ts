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

/** The terms that a buyer accepts by pressing Mint. */
export interface Order {
  wallet: Address;
  phase: string;
  qty: number;
  /** Price per token, in wei. */
  price: bigint;
}

/** An order and its authorization. */
export interface AuthorizedOrder {
  order: Order;
  authorization: SignedMintAuthorization;
}

/** A mint that may still be sent, because its prompt may still be open in the wallet. */
export type UnansweredMint = Unanswered<AuthorizedOrder>;

/** One wallet's purchase. */
export type Purchase = Transaction<AuthorizedOrder>;

/** Returns the purchase's step, which determines the keyboard focus. */
export function purchaseFocus(purchase: Purchase): FocusState {
  const { step } = purchase.stage;
  if (step === "confirmed") return "minted";
  if (isPending(purchase)) return "minting";
  if (step === "failed") return "not minted";
  return purchase.unanswered ? "unanswered" : "choosing";
}

/** Returns the mint in this phase that an open prompt may still send. */
export function findUnanswered(
  { unanswered }: Purchase,
  phase: string,
): UnansweredMint | undefined {
  return unanswered?.authorization.phase === phase ? unanswered : undefined;
}

/** Handles a press of Mint, optionally with a pasted authorization. */
export function submitMint(
  purchase: Purchase,
  order: Order,
  pasted?: SignedMintAuthorization | undefined,
): Purchase {
  if (isPending(purchase)) return purchase;
  const open = findUnanswered(purchase, order.phase)?.authorization;
  // Reuses the authorization of a transaction that may have been sent, instead of requesting a new one.
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
  const open = findUnanswered(purchase, order.phase)?.authorization;
  // A second transaction ID could be charged in addition to the first, whose transaction may have been sent.
  if (open && open.transactionID !== authorization.transactionID) return idleTransaction.stage;
  if (matchesOrder(order, authorization)) return { step: "checking", order, authorization };
  const failure: Failure = { failedAt: "service", isRejection: false, message: mismatchMessage };
  return { step: "failed", order, failure };
}

const mismatchMessage =
  "The authorization is for a different phase, wallet or quantity, so nothing was sent. Check the sale above, then try again.";

function matchesOrder({ wallet, phase, qty }: Order, signed: SignedMintAuthorization): boolean {
  return (
    isAddressEqual(signed.minter, wallet) && signed.phase === phase && signed.qty === String(qty)
  );
}
