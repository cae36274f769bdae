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
  /** Wei for each. */
  price: bigint;
}

/** An order with the authorization that it is sent with. */
export interface AuthorizedOrder {
  order: Order;
  authorization: SignedMintAuthorization;
}

/** A mint whose prompt may still be open in the wallet: it may still be sent. */
export type UnansweredMint = Unanswered<AuthorizedOrder>;

/** One wallet's purchase. */
export type Purchase = Transaction<AuthorizedOrder>;

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

/** The person presses Mint, perhaps with an authorization of their own. */
export function press(
  purchase: Purchase,
  order: Order,
  pasted?: SignedMintAuthorization | undefined,
): Purchase {
  if (isPending(purchase)) return purchase;
  const open = unansweredIn(purchase, order.phase)?.authorization;
  // A transaction that may have been sent is sent again; no other is requested.
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
  // A second ID while the first may have been sent could be paid twice.
  if (open && open.transactionID !== authorization.transactionID) return idleTransaction.stage;
  if (isFor(order, authorization)) return { step: "checking", order, authorization };
  const failure: Failure = { failedAt: "service", isRejection: false, message: otherTerms };
  return { step: "failed", order, failure };
}

const otherTerms =
  "The authorization is for another phase, wallet or quantity, so nothing was sent. Check the sale above, then try again.";

function isFor({ wallet, phase, qty }: Order, signed: SignedMintAuthorization): boolean {
  return (
    isAddressEqual(signed.minter, wallet) && signed.phase === phase && signed.qty === String(qty)
  );
}
