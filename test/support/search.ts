const isSoak = process.env.SOAK === "1";

/** Milliseconds that a test may take that searches. */
export const searchTimeout = isSoak ? 4 * 60 * 60 * 1_000 : 60_000;

/**
 * How fast-check searches: the same few inputs in every test run, and many in a soak, which says by `SOAK_SEED` where
 * to begin.
 */
export function searchBounds({ runs, soakRuns }: { runs: number; soakRuns: number }) {
  return isSoak
    ? { numRuns: soakRuns, seed: Number(process.env.SOAK_SEED ?? 1) }
    : { numRuns: runs, seed: 1 };
}
