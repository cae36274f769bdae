import { isUint256 } from "./uint256.ts";

/** A drifter's number as it stands in paths and messages: decimal, without leading zeros. */
export type DrifterId = string;

/** Tells whether `value` is a token id written in its one canonical form and below 2^256. */
export function isDrifterId(value: string): value is DrifterId {
  return isUint256(value);
}
