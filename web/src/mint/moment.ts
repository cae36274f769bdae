import type { Moment } from "../components/focusTurns.ts";
import { orderUnderWay, type Purchase } from "./purchase/purchase.ts";

/** Which step of a mint the buyer has reached, for the keyboard's focus. */
export function momentOf(purchase: Purchase): Moment {
  const { step } = purchase.stage;
  if (step === "confirmed") return "minted";
  if (orderUnderWay(purchase)) return "minting";
  if (step === "failed") return "not minted";
  return purchase.unanswered ? "unanswered" : "choosing";
}
