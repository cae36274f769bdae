import { formatEther, isAddressEqual, zeroAddress } from "viem";
import { formatCount } from "#protocol/values/bigints";
import { countIds } from "./phaseRange.ts";
import { applyCalls, isSafeOrder } from "./safeOrder.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { SaleFacts } from "./saleFacts.ts";
import type { SaleState } from "./simulateCalls.ts";

/** Factor at which a price change looks like a misplaced decimal point. */
const priceWarningFactor = 10n;

/**
 * Returns one warning per effect that the contract accepts but the owner may not intend.
 *
 * @param symbol symbol of the chain's currency.
 */
export function saleWarnings(
  before: SaleState,
  calls: readonly SaleCall[],
  symbol: string,
): string[] {
  const change = { before: before.sale, after: applyCalls(before, calls).sale };
  const opens = !change.before.isMinting && change.after.isMinting;
  const warns = (key: keyof SaleFacts) => opens || change.before[key] !== change.after[key];
  return [
    ...(warns("price") ? priceWarnings(change, symbol) : []),
    ...(warns("maxBatch") ? batchWarnings(change) : []),
    ...(warns("signer") ? signerWarnings(change) : []),
    ...(warns("phase") ? phaseWarnings(change) : []),
    ...(isSafeOrder(before, calls) ? [] : ["Minting stays on between these calls."]),
  ];
}

interface Change {
  before: SaleFacts;
  after: SaleFacts;
}

function priceWarnings({ before, after }: Change, symbol: string): string[] {
  if (after.price === 0n) return ["Price 0 makes every mint free."];
  const [price, now] = [after.price, before.price].map((wei) => `${formatEther(wei)} ${symbol}`);
  if (before.price > 0n && after.price >= priceWarningFactor * before.price) {
    const times = formatCount(after.price / before.price);
    return [`${price} is ${times} times the current price of ${now}.`];
  }
  if (priceWarningFactor * after.price <= before.price) {
    const part = formatCount(before.price / after.price);
    return [`${price} is 1/${part} of the current price of ${now}.`];
  }
  return [];
}

function batchWarnings({ after: { maxBatch, hardBatchLimit } }: Change): string[] {
  if (maxBatch === 0n) return ["A maximum of 0 per mint stops all mints."];
  if (maxBatch <= hardBatchLimit) return [];
  return [
    `The contract never mints more than ${hardBatchLimit} at once, so a maximum of ${maxBatch} works like ${hardBatchLimit}.`,
  ];
}

function signerWarnings({ before, after }: Change): string[] {
  if (isAddressEqual(after.signer, zeroAddress)) {
    return ["No wallet can sign for the zero address, so all mints would fail."];
  }
  if (isAddressEqual(after.signer, before.signer)) return [];
  return [
    `Only ${after.signer} can authorize mints; unused authorizations by ${before.signer} become invalid.`,
  ];
}

function phaseWarnings({ after: { phase } }: Change): string[] {
  const name = phase.name || "The unnamed phase";
  if (countIds(phase) === 0n) return [`${name} has no IDs; all mints stop.`];
  return phase.currentCount >= countIds(phase) ? [`${name} is sold out.`] : [];
}
