import { formatEtherAmount } from "#protocol/values/ether";
import { countNouns } from "#protocol/values/noun";
import type { MintAllowance } from "#protocol/wire/responses";
import { describeConfirmation } from "#sale/describeConfirmation";
import type { RuleResult } from "#sale/evaluateRules";
import type { MintExplanation } from "#sale/explainMint";
import { saleBlockingReason } from "#sale/mintRules";
import type { SaleFacts } from "#sale/saleFacts";
import { runtimeConfig } from "../env.ts";
import {
  failureMessage,
  type Message,
  progressMessages,
  reorgMessage,
} from "../transactions/messages.ts";
import { type Failure, pendingOrder } from "../transactions/transaction.ts";
import {
  findUnanswered,
  type Order,
  type Purchase,
  type UnansweredMint,
} from "./purchase/purchase.ts";

/** Formats wei, exact to the last wei: `0.16 ETH`. */
export function formatEthAmount(wei: bigint): string {
  return formatEtherAmount(wei, runtimeConfig().chain.nativeCurrency.symbol);
}

/** Describes valid quantities; returns undefined once the wallet's allowance is used up. */
export function describeQuantity(maxQuantity: number, left?: number): string | undefined {
  if (left === 0) return undefined;
  return maxQuantity <= 1
    ? "Enter 1: you can't mint more at once."
    : `Enter a whole number from 1 to ${maxQuantity}.`;
}

/**
 * Returns the allowance message: `Your wallet may mint 1 in this phase.`
 *
 * @param idsLeft the phase's remaining IDs, for all wallets.
 */
export function allowanceMessage(
  { allowance, left, confirming }: MintAllowance,
  idsLeft = left,
): string {
  const usage =
    left > 0
      ? `Your wallet may mint ${Math.min(left, idsLeft)}${left < allowance ? " more" : ""} in this phase.`
      : undefined;
  if (confirming) return [usage, describeConfirmation(confirming)].filter(Boolean).join(" ");
  if (allowance === 0) return "Your wallet may not mint in this phase.";
  return usage ?? "Your wallet has used its allowance in this phase.";
}

interface MintContext {
  sale: SaleFacts;
  /** Absent while no wallet is connected or the simulation is pending. */
  explanation?: MintExplanation | undefined;
  /** Whether the mint is already authorized; if not, the authorization is requested later. */
  isAuthorized: boolean;
}

/** Returns why this mint is not possible and what to do; undefined if the mint is possible. */
export function blockingReason({
  sale,
  explanation,
  isAuthorized,
}: MintContext): string | undefined {
  const failed = explanation?.results.find(
    ({ result, rule }) => result === "failed" && (isAuthorized || rule !== "AuthenticationFailed"),
  );
  return saleBlockingReason(sale) ?? (failed && ruleMessage(failed));
}

/** Returns a failed rule's facts, if the rule compares numbers, or its reasons, followed by the fix. */
function ruleMessage({ rule, facts, reasons, fix }: RuleResult): string {
  const causes = rule === "AuthenticationFailed" || facts === "" ? reasons : [facts];
  return [...causes, fix].filter(Boolean).join(" ");
}

/**
 * Returns a purchase's messages while `phase` is active; a message about a different phase includes that phase's name.
 */
export function purchaseMessages(purchase: Purchase, phase: string): Message[] {
  const { stage } = purchase;
  const order = pendingOrder(purchase);
  const unanswered = stage.step === "prompting" ? undefined : findUnanswered(purchase, phase);
  const failure = relevantFailure(purchase, phase);
  return [
    ...(unanswered ? [unansweredMessage(unanswered)] : []),
    ...progressMessages(stage, "mint", order && countNouns(order.qty)).map((message) =>
      stage.step === "prompting" ? { ...message, ifLate: noResponseMessage(stage.order) } : message,
    ),
    ...(failure ? [failureMessage(failure)] : []),
  ];
}

/** Returns why the last mint stopped, if it was in the active phase or cost a fee. */
export function relevantFailure({ stage }: Purchase, phase: string): Failure | undefined {
  if (stage.step !== "failed") return undefined;
  const { failure, order } = stage;
  if (order.phase === phase) return failure;
  if (failure.failedAt !== "chain") return undefined;
  return { ...failure, message: `${order.qty} of “${order.phase}”: ${failure.message}` };
}

/** Returns the mint's summary: `Minting 3 for 0.24 ETH`. */
export function mintingMessage({ qty, price }: Pick<Order, "qty" | "price">): string {
  return `Minting ${qty} for ${formatEthAmount(BigInt(qty) * price)}`;
}

/** Describes a price change since the buyer last saw the price. */
export function priceChangeMessage(from: bigint, to: bigint, qty: number): string {
  const [before] = formatEthAmount(from).split(" ");
  return `The price changed from ${before} to ${formatEthAmount(to)}. Your total is now ${formatEthAmount(BigInt(qty) * to)}.`;
}

/** Describes what may still happen after “Start over”. */
function noResponseMessage({ qty, price }: Order): string {
  return `Still waiting for your wallet. If you start over, the open request can still mint ${qty} for ${formatEthAmount(BigInt(qty) * price)}.`;
}

function unansweredMessage(mint: UnansweredMint): Message {
  const { order, isSent, isReorged } = mint;
  const { qty, price } = order;
  const total = formatEthAmount(BigInt(qty) * price);
  const text = isSent
    ? `Your mint of ${qty} for ${total} may still go through. Check your wallet before minting again.`
    : `Your wallet may still be asking you to mint ${qty} for ${total}. Check it before minting again.`;
  return {
    about: "unanswered",
    tone: "warning",
    text: (isReorged ? reorgMessage : "") + text,
  };
}
