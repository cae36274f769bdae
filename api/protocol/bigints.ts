/** The larger of two numbers. */
export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** The smaller of two numbers. */
export function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** For `sort`: ascending. */
export function ascending(one: bigint, other: bigint): number {
  return Number(one > other) - Number(one < other);
}
