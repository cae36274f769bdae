/** Returns the percentile at `share`: 0.5 for p50, 0.99 for p99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("There are no values.");
  return value;
}

/** Returns the median; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const upper = -percentile(
    values.map((value) => -value),
    0.5,
  );
  return (percentile(values, 0.5) + upper) / 2;
}
