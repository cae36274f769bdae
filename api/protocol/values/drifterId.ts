import { isUint256 } from "./bigints.ts";

/** A token ID in paths and messages: decimal, without leading zeros. */
export type DrifterId = string;

/**
 * Whether `value` is a token ID in canonical decimal form, below 2^256.
 *
 * @example isDrifterId("07") // false
 */
export function isDrifterId(value: string): value is DrifterId {
  return isUint256(value);
}
