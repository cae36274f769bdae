import { useEffect, useMemo, useState } from "react";
import type { Address } from "viem";
import type { MintAllowance, SignedMintAuthorization } from "#protocol/wire/responses";
import { maxMintQuantity } from "#sale/mintRules";
import { AuthorizationFormatError, readAuthorization } from "#sale/readAuthorization";
import type { SaleFacts } from "#sale/saleFacts";
import { useTyped } from "../page/reload.ts";
import type { Message } from "../transactions/messages.ts";
import { pendingOrder } from "../transactions/transaction.ts";
import { priceChangeMessage, purchaseMessages } from "./messages.ts";
import type { PurchaseTracker } from "./purchase/PurchaseTracker.ts";
import { type Purchase, unansweredIn } from "./purchase/purchase.ts";

interface Situation {
  sale: SaleFacts;
  wallet: Address | undefined;
  /** Absent if the service does not report it. */
  allowance: MintAllowance | undefined;
  purchase: Purchase;
  tracker: Pick<PurchaseTracker, "mint" | "clear"> | undefined;
}

/** Returns the mint form's state and its buttons' actions. */
export function useMintForm({ sale, wallet, allowance, purchase, tracker }: Situation) {
  const [chosen, setChosen] = useTyped("quantity", "1");
  const [pasted, setPasted] = useTyped("authorization", "");
  const paste = useMemo(() => readPaste(pasted), [pasted]);
  const [known, setKnown] = useState({ accepted: sale.price, pressed: sale.price });
  const { name: phase, startingPoint, endPoint, currentCount } = sale.phase;
  const ofAll = Number(maxMintQuantity(sale));
  const maxQuantity = Math.max(1, Math.min(ofAll, allowance?.left ?? ofAll));
  const underWay = pendingOrder(purchase);
  const unanswered = unansweredIn(purchase, phase);
  // A mint that may have been sent fixes the quantity: only it can be resent. The quantity stays chosen afterwards.
  const ordered = underWay?.qty ?? unanswered?.order.qty;
  if (ordered !== undefined && chosen !== String(ordered)) setChosen(String(ordered));
  const fixed = underWay?.qty ?? paste.signed?.qty ?? ordered;
  const typed = String(fixed ?? chosen);
  const qty = fixed === undefined ? parseQuantity(typed, maxQuantity) : Number(fixed);
  const isPriceNew = underWay === undefined && sale.price !== known.accepted;
  const isPriceShown = isPriceNew && known.pressed === sale.price;
  const open = unanswered?.authorization;
  const isAllowed = allowance?.left !== 0 || fixed !== undefined;

  // Clears a failure of a different quantity or authorization.
  function clearFailure(): void {
    if (purchase.stage.step === "failed") tracker?.clear();
  }

  return {
    typed,
    maxQuantity,
    allowance,
    /** Number of IDs that the phase has left for all wallets. */
    idsLeft: Number(endPoint - startingPoint - currentCount),
    qty,
    /** Whether the service would authorize at least one token, or an authorization exists. */
    isAllowed,
    /** Price per token, in wei. */
    price: underWay?.price ?? sale.price,
    paste,
    isPending: underWay !== undefined,
    isQuantityFixed: fixed !== undefined,
    /** Whether the person has seen the new price, so that the next press accepts it. */
    isPriceShown,
    /** The authorization that Mint would send; if absent, Mint requests one. */
    authorization: paste.signed ?? open,
    /** Whether the typed and pasted input can be sent. */
    canPress:
      qty !== undefined &&
      isAllowed &&
      paste.fault === undefined &&
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
interface Paste {
  text: string;
  signed?: SignedMintAuthorization;
  /** Why it is not a valid authorization. */
  fault?: string;
}

/** Parses a pasted authorization; empty text is valid. */
function readPaste(text: string): Paste {
  if (text.trim() === "") return { text };
  try {
    return { text, signed: readAuthorization(text) };
  } catch (error) {
    if (error instanceof AuthorizationFormatError) return { text, fault: error.message };
    throw error;
  }
}
