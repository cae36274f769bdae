import { storyBytes } from "../api/plan.ts";

/** A store with stories of a mean size. */
export interface StoreSize {
  stories: number;
  textBytes: number;
}

/** Sizes of the measurements. */
export interface ScalePlan {
  /** Ascending; the last one is started, read and put under load. */
  stores: readonly [StoreSize, ...StoreSize[]];
  /** Reads of random stories, which fill the cache; the second half is measured. */
  randomReads: number;
  /** Reads of a few stories, over and over. */
  repeatedReads: number;
  saves: {
    rounds: number;
    warmUpRounds: number;
    /** Saves to each store per round: sequential, then concurrent. */
    inTurn: number;
    sideBySide: number;
  };
  /** The load of one row of the model, by its place. */
  load: { row: number; seconds: number; connections: number };
  /**
   * Reads a second: from memory at two rates, and from the database. At a low rate, each takes several times the CPU
   * that it takes on a full core.
   */
  rates: { seconds: number; few: number; many: number; fromDatabase: number };
}

/** Of the largest store, so that a million fit on a disk and into some minutes. */
const shortTextBytes = 1_024;

/** @param stories number of the largest store. */
export function fullPlan(stories: number): ScalePlan {
  return {
    stores: [
      { stories: 100, textBytes: storyBytes },
      { stories: 10_000, textBytes: storyBytes },
      { stories, textBytes: shortTextBytes },
    ],
    randomReads: 60_000,
    repeatedReads: 40_000,
    saves: { rounds: 25, warmUpRounds: 3, inTurn: 10, sideBySide: 32 },
    load: { row: 3, seconds: 20, connections: 64 },
    rates: { seconds: 6, few: 100, many: 4_000, fromDatabase: 300 },
  };
}

/** Smoke test; its figures mean nothing. */
export const quickPlan: ScalePlan = {
  stores: [
    { stories: 10, textBytes: 256 },
    { stories: 20, textBytes: 256 },
  ],
  randomReads: 20,
  repeatedReads: 20,
  saves: { rounds: 1, warmUpRounds: 0, inTurn: 2, sideBySide: 2 },
  load: { row: 1, seconds: 0.1, connections: 4 },
  rates: { seconds: 0.1, few: 20, many: 200, fromDatabase: 100 },
};
