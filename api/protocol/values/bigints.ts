/** Returns the larger of two numbers. */
export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Returns the smaller of two numbers. */
export function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Compares two numbers, to `sort` in ascending order. */
export function ascending(one: bigint, other: bigint): number {
  return Number(one > other) - Number(one < other);
}

/** Matches decimal digits without leading zeros, up to the length of 2^256 − 1. */
export const canonicalInteger = /^(0|[1-9]\d{0,77})$/;
const firstPastUint256 = 2n ** 256n;

/** Whether `value` is a number below 2^256 in canonical decimal form. */
export function isUint256(value: string): boolean {
  return canonicalInteger.test(value) && BigInt(value) < firstPastUint256;
}

/** Formats a quantity with thousands separators, unlike IDs. */
export function formatCount(number: bigint): string {
  return number.toLocaleString("en");
}
