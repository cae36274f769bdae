/** When a phase opens and closes, in seconds since 1970; absent where the owner decides. */
export interface PhaseTimes {
  opensAt?: bigint | undefined;
  closesAt?: bigint | undefined;
}

/** Returns whether a phase opens later, is open, or has closed at the timestamp of a block. */
export function findTime(
  { opensAt, closesAt }: PhaseTimes,
  timestamp: bigint,
): "early" | "open" | "late" {
  if (closesAt !== undefined && timestamp >= closesAt) return "late";
  return opensAt !== undefined && timestamp < opensAt ? "early" : "open";
}
