import { type Hex, isHex } from "viem";

/**
 * Returns a contract's revert data from an error: nodes, wallets and viem put it under `data` or `raw`, at
 * different depths. Undefined if there is none.
 */
export function revertData(error: unknown): Hex | undefined {
  const seen = new Set<unknown>();
  let depth: unknown[] = [error];
  while (depth.length > 0) {
    for (const each of depth) {
      const found = [field(each, "raw"), field(each, "data")].find((value) => isHex(value));
      if (found !== undefined) return found;
      seen.add(each);
    }
    depth = depth
      .flatMap((each) => ["cause", "data", "error", "originalError"].map((key) => field(each, key)))
      .filter((each) => typeof each === "object" && each !== null && !seen.has(each));
  }
  return undefined;
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Safety: any object may be asked for any key; what it lacks is undefined.
  return (value as Record<string, unknown>)[key];
}
