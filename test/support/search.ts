export const isSoak = process.env.SOAK === "1";

/** Registers tests that only the soak runs. Mocha replaces its functions for each file. */
export const inSoak = {
  get describe() {
    return isSoak ? describe : describe.skip;
  },
  get it() {
    return isSoak ? it : it.skip;
  },
};

interface Search {
  /** Number of inputs per test run, derived from `seed` so that every run uses the same inputs. */
  runs: number;
  seed: number;
  /** Number of inputs per soak run, starting at `SOAK_SEED`. */
  soakRuns: number;
}

/** Returns fast-check's parameters: duration, number of runs and seed. */
export function searchBounds({ runs, seed, soakRuns }: Search) {
  if (isSoak) return { numRuns: soakRuns, seed: Number(process.env.SOAK_SEED ?? seed) };
  return { numRuns: runs, seed };
}
