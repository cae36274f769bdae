const isSoak = process.env.SOAK === "1";

/** Milliseconds that a test may take that searches. */
export const searchTimeout = isSoak ? 4 * 60 * 60 * 1_000 : 60_000;

interface Search {
  /** How many inputs a test run tries: always the same, which follow from `seed`. */
  runs: number;
  seed: number;
  /** How many a soak tries, beginning where its `SOAK_SEED` says. */
  soakRuns: number;
}

/** How long fast-check searches, and where. */
export function searchBounds({ runs, seed, soakRuns }: Search) {
  if (isSoak) return { numRuns: soakRuns, seed: Number(process.env.SOAK_SEED ?? seed) };
  return { numRuns: runs, seed };
}
