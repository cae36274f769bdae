import { useEffect, useMemo, useState } from "react";
import type { Address } from "viem";
import type { MintAllowance, SignedMintAuthorization } from "#protocol/wire/responses";
import { maxMintQuantity } from "#sale/mintRules";
import { AuthorizationFormatError, readAuthorization } from "#sale/readAuthorization";
import type { SaleFacts } from "#sale/saleFacts";
import { usePersistedText } from "../page/reload.ts";
import type { Message } from "../transactions/messages.ts";
import { pendingOrder } from "../transactions/transaction.ts";
import { priceChangeMessage, purchaseMessages } from "./messages.ts";
import type { PurchaseTracker } from "./purchase/PurchaseTracker.ts";
import { findUnanswered, type Purchase } from "./purchase/purchase.ts";

interface MintFormInput {
  sale: SaleFacts;
  wallet: Address | undefined;
  /** Absent if the service reports no allowance. */
  allowance: MintAllowance | undefined;
  purchase: Purchase;
  tracker: Pick<PurchaseTracker, "mint" | "clear"> | undefined;
}

/** Returns the mint form's state and actions. */
export function useMintForm({ sale, wallet, allowance, purchase, tracker }: MintFormInput) {
  const [chosen, setChosen] = usePersistedText("quantity", "1");
  const [pasted, setPasted] = usePersistedText("authorization", "");
  const paste = useMemo(() => parsePasted(pasted), [pasted]);
  const [known, setKnown] = useState({ accepted: sale.price, pressed: sale.price });
  const { name: phase, startingPoint, endPoint, currentCount } = sale.phase;
  const ofAll = Number(maxMintQuantity(sale));
  const maxQuantity = Math.max(1, Math.min(ofAll, allowance?.left ?? ofAll));
  const underWay = pendingOrder(purchase);
  const unanswered = findUnanswered(purchase, phase);
  // A mint that may have been sent fixes the quantity, because only that mint can be resent.
  // Afterwards, the quantity stays selected.
  const ordered = underWay?.qty ?? unanswered?.order.qty;
  if (ordered !== undefined && chosen !== String(ordered)) setChosen(String(ordered));
  const fixed = underWay?.qty ?? paste.signed?.qty ?? ordered;
  const typed = String(fixed ?? chosen);
  const qty = fixed === undefined ? parseQuantity(typed, maxQuantity) : Number(fixed);
  const isPriceNew = underWay === undefined && sale.price !== known.accepted;
  const isPriceShown = isPriceNew && known.pressed === sale.price;
  const open = unanswered?.authorization;
  const isAllowed = allowance?.left !== 0 || fixed !== undefined;

  // Clears a failure that belongs to a different quantity or authorization.
  function clearFailure(): void {
    if (purchase.stage.step === "failed") tracker?.clear();
  }

  return {
    typed,
    maxQuantity,
    allowance,
    /** The phase's remaining IDs, for all wallets. */
    idsLeft: Number(endPoint - startingPoint - currentCount),
    qty,
    /** Whether the service would authorize at least one token, or the user has an authorization. */
    isAllowed,
    /** Price per token, in wei. */
    price: underWay?.price ?? sale.price,
    paste,
    isPending: underWay !== undefined,
    isQuantityFixed: fixed !== undefined,
    /** Whether the buyer has seen the new price, so that the next press accepts it. */
    isPriceShown,
    /** The authorization that Mint would send; if absent, Mint requests one. */
    authorization: paste.signed ?? open,
    /** Whether the quantity and the pasted authorization are valid. */
    canPress:
      qty !== undefined &&
      isAllowed &&
      paste.error === undefined &&
      (!open || !paste.signed || open.transactionID === paste.signed.transactionID),
    messages: [
      ...(isPriceNew && qty !== undefined
        ? [priceMessage(priceChangeMessage(known.accepted, sale.price, qty), isPriceShown)]
        : []),
      ...purchaseMessages(purchase, phase),
    ],
    choose(text: string) {
      clearFailure();
      setChosen(text);
    },
    changePaste(text: string) {
      clearFailure();
      setPasted(text);
    },
    press() {
      if (wallet === undefined || qty === undefined) return;
      const isPriceAccepted = !isPriceNew || isPriceShown;
      setKnown({ accepted: isPriceAccepted ? sale.price : known.accepted, pressed: sale.price });
      if (!isPriceAccepted) return clearFailure();
      void tracker?.mint({ wallet, phase, qty, price: sale.price }, paste.signed);
    },
    /** Resets the form for the next mint. */
    reset() {
      setChosen("1");
      setPasted("");
      tracker?.clear();
    },
  };
}

/** Parses a typed quantity; undefined unless it is a whole number from 1 to `maxQuantity`. */
function parseQuantity(typed: string, maxQuantity: number): number | undefined {
  const qty = /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
  return qty >= 1 && qty <= maxQuantity ? qty : undefined;
}

/** Returns the open state of a disclosure that opens when `hasReason` becomes true and can be toggled. */
export function useOpenOn(hasReason: boolean) {
  const [isOpen, setIsOpen] = useState(hasReason);
  useEffect(() => {
    if (hasReason) setIsOpen(true);
  }, [hasReason]);
  return [isOpen, setIsOpen] as const;
}

export type MintFormState = ReturnType<typeof useMintForm>;

function priceMessage(change: string, isPriceShown: boolean): Message {
  const text = isPriceShown ? `${change} Press Mint again to accept it.` : change;
  return { about: "price", tone: "warning", text };
}

/** A pasted text and the authorization parsed from it. */
interface PastedAuthorization {
  text: string;
  signed?: SignedMintAuthorization;
  /** Why the text is not a valid authorization. */
  error?: string;
}

/** Parses a pasted authorization; empty text is valid. */
function parsePasted(text: string): PastedAuthorization {
  if (text.trim() === "") return { text };
  try {
    return { text, signed: readAuthorization(text) };
  } catch (error) {
    if (error instanceof AuthorizationFormatError) return { text, error: error.message };
    throw error;
  }
}
