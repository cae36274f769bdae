import type { Sighting } from "../transactions/transactionState.ts";
import { inDrifters, inEther } from "./inWords.ts";
import {
  type Failure,
  type Order,
  type Purchase,
  type UnansweredMint,
  unansweredIn,
} from "./purchase/purchase.ts";

/** A message below the Mint button. */
export interface Message {
  about: "blocked" | "price" | "unanswered" | "progress" | "failure";
  /** Alerts are announced assertively. */
  tone: "calm" | "warning" | "alert";
  words: string;
}

/** Returns a purchase's messages while `phase` is active; a message about another phase names it. */
export function purchaseMessages(purchase: Purchase, phase: string): Message[] {
  const { stage } = purchase;
  const unanswered = unansweredIn(purchase, phase);
  const messages: Message[] = [];
  if (unanswered && stage.step !== "asking") {
    messages.push({ about: "unanswered", tone: "warning", words: wordsForUnanswered(unanswered) });
  }
  const progress = progressOf(purchase);
  if (progress) messages.push(progress);
  const failure = failureIn(purchase, phase);
  if (failure) {
    const tone = failure.isRejection ? "calm" : "alert";
    messages.push({ about: "failure", tone, words: failure.words });
  }
  return messages;
}

/** Returns why the last mint stopped, if it was in the active phase or cost a fee. */
export function failureIn({ stage }: Purchase, phase: string): Failure | undefined {
  if (stage.step !== "failed") return undefined;
  const { failure, order } = stage;
  if (order.phase === phase) return failure;
  if (failure.failedAt !== "chain") return undefined;
  return { ...failure, words: `${order.qty} of “${order.phase}”: ${failure.words}` };
}

/** `Minting 3 for 0.24 ETH`. */
export function mintingMessage({ qty, price }: Pick<Order, "qty" | "price">): string {
  return `Minting ${qty} for ${inEther(BigInt(qty) * price)}`;
}

/** Describes a price change since the person last saw the price. */
export function priceChangeMessage(from: bigint, to: bigint, qty: number): string {
  const [before] = inEther(from).split(" ");
  return `The price changed from ${before} to ${inEther(to)}. Your total is now ${inEther(BigInt(qty) * to)}.`;
}

/** Describes what may still happen after “Start over”. */
export function noResponseMessage({ qty, price }: Order): string {
  return `No answer yet. If you start over, approving the open request still mints ${qty} for ${inEther(BigInt(qty) * price)}.`;
}

function wordsForUnanswered({ order: { qty, price }, isSent }: UnansweredMint): string {
  const total = inEther(BigInt(qty) * price);
  return isSent
    ? `Your mint of ${qty} for ${total} may still go through. Check your wallet before minting again.`
    : `Your wallet may still be asking you to mint ${qty} for ${total}. Check it before minting again.`;
}

function progressOf({ stage }: Purchase): Message | undefined {
  const calm = (words: string): Message => ({ about: "progress", tone: "calm", words });
  switch (stage.step) {
    case "authorising":
      return calm("Requesting the authorisation…");
    case "checking":
      return calm("Simulating the mint…");
    case "asking":
      return calm(
        `Your wallet is asking you to confirm ${inDrifters(stage.order.qty)}. Nothing is sent before that.`,
      );
    case "sent":
      return {
        about: "progress",
        tone: stage.sighting === "waiting" ? "calm" : "warning",
        words: wordsForSighting[stage.sighting],
      };
    default:
      return undefined;
  }
}

const wordsForSighting: Record<Sighting, string> = {
  waiting: "Waiting for confirmation; you can leave this page.",
  missing:
    "Sent, but the network does not know this transaction. Check your wallet: it may have dropped it, or may send it again.",
  "out of reach": "Sent. Can't reach the network; this page keeps trying.",
};
