/** A drifter's number as it stands in paths and messages: decimal, without leading zeros. */
export type DrifterId = string;

/** Decimal without leading zeros, and no longer than 2^256 - 1. */
export const canonicalForm = /^(0|[1-9]\d{0,77})$/;
const firstIdPastUint256 = 2n ** 256n;

/** Tells whether `value` is a token id written in its one canonical form and below 2^256. */
export function isDrifterId(value: string): value is DrifterId {
  return canonicalForm.test(value) && BigInt(value) < firstIdPastUint256;
}
