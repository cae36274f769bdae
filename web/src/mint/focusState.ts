import type { FocusState } from "../components/focusRules.ts";
import { type Purchase, pendingOrder } from "./purchase/purchase.ts";

/** Which step of a mint the buyer has reached, for the keyboard's focus. */
export function focusStateOf(purchase: Purchase): FocusState {
  const { step } = purchase.stage;
  if (step === "confirmed") return "minted";
  if (pendingOrder(purchase)) return "minting";
  if (step === "failed") return "not minted";
  return purchase.unanswered ? "unanswered" : "choosing";
}
