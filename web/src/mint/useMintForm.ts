import { useState } from "react";
import type { Address } from "viem";
import type { MintAllowance } from "#protocol/mintAllowance";
import { maxMintQuantity } from "#protocol/sale/mintRules";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import { type Message, purchaseMessages, wordsForPriceChange } from "./messages.ts";
import { noPaste, type Paste } from "./pastedAuthorization.ts";
import type { PurchaseTracker } from "./purchase/PurchaseTracker.ts";
import { orderUnderWay, type Purchase, unansweredIn } from "./purchase/purchase.ts";
import { parseQuantity } from "./quantity.ts";

interface Situation {
  sale: SaleFacts;
  wallet: Address | undefined;
  /** Absent where the service does not provide it. */
  allowance: MintAllowance | undefined;
  purchase: Purchase;
  tracker: Pick<PurchaseTracker, "mint" | "clear"> | undefined;
}

/** The form's values, and what pressing Mint does with them. */
export function useMintForm({ sale, wallet, allowance, purchase, tracker }: Situation) {
  const [chosen, setChosen] = useState<string>();
  const [paste, setPaste] = useState<Paste>(noPaste);
  const [known, setKnown] = useState({ accepted: sale.price, pressed: sale.price });
  const { name: phase, startingPoint, endPoint, currentCount } = sale.phase;
  const ofAll = Number(maxMintQuantity(sale));
  const most = Math.max(1, Math.min(ofAll, allowance?.left ?? ofAll));
  const underWay = orderUnderWay(purchase);
  const unanswered = unansweredIn(purchase, phase);
  // Only what may already have been sent may be sent again.
  const fixed = underWay?.qty ?? paste.signed?.qty ?? unanswered?.order.qty;
  const typed = String(fixed ?? chosen ?? 1);
  const qty = fixed === undefined ? parseQuantity(typed, most) : Number(fixed);
  const isPriceNew = underWay === undefined && sale.price !== known.accepted;
  const open = unanswered?.authorization;
  const isAllowed = allowance?.left !== 0 || fixed !== undefined;

  // A failure of another quantity or authorisation no longer applies.
  function clearFailure(): void {
    if (purchase.stage.step === "failed") tracker?.clear();
  }

  return {
    typed,
    most,
    allowance,
    /** How many the phase has left for all wallets. */
    idsLeft: Number(endPoint - startingPoint - currentCount),
    qty,
    /** Whether the service would authorise at least one, or something is authorised already. */
    isAllowed,
    /** Wei for each. */
    price: underWay?.price ?? sale.price,
    paste,
    isUnderWay: underWay !== undefined,
    isQuantityFixed: fixed !== undefined,
    /** Whether a press has shown that the price has changed, so that the next one accepts it. */
    isPriceShown: isPriceNew && known.pressed === sale.price,
    /** What Mint would send; without one the service is asked. */
    authorization: paste.signed ?? (open?.qty === typed ? open : undefined),
    /** Whether what was typed and pasted can be sent. */
    canPress:
      qty !== undefined &&
      isAllowed &&
      paste.fault === undefined &&
      (!open || !paste.signed || open.transactionID === paste.signed.transactionID),
    messages: [
      ...(isPriceNew && qty !== undefined ? [priceMessage(known.accepted, sale.price, qty)] : []),
      ...purchaseMessages(purchase, phase),
    ],
    choose(text: string) {
      clearFailure();
      setChosen(text);
    },
    changePaste(next: Paste) {
      clearFailure();
      setPaste(next);
    },
    press() {
      if (wallet === undefined || qty === undefined) return;
      if (isPriceNew && known.pressed !== sale.price) {
        setKnown({ ...known, pressed: sale.price });
        return;
      }
      setKnown({ accepted: sale.price, pressed: sale.price });
      void tracker?.mint({ wallet, phase, qty, price: sale.price }, paste.signed);
    },
    /** Empties the form for the next mint. */
    reset() {
      setChosen(undefined);
      setPaste(noPaste);
      tracker?.clear();
    },
  };
}

export type MintFormState = ReturnType<typeof useMintForm>;

function priceMessage(from: bigint, to: bigint, qty: number): Message {
  return { about: "price", tone: "warning", words: wordsForPriceChange(from, to, qty) };
}
