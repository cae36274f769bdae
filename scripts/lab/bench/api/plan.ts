/** Sizes of the measurements. */
export interface Plan {
  reads: {
    /** Number of stories in the list. */
    stories: number;
    rounds: number;
    /** Requests to each server per round, for stories and for the list. */
    storyRequests: number;
    listRequests: number;
  };
  memory: {
    /** Passes over all stories. */
    passes: number;
    /** Size of each story that fills the cache; also used for the reads. */
    textBytes: number;
  };
  saves: {
    /** Numbers of stories in the stores, ascending. */
    sizes: readonly number[];
    rounds: number;
    /** Saves to each store per round: sequential, then concurrent. */
    inTurn: number;
    sideBySide: number;
  };
}

export const connections = 16;

/** Size of a story that is read or saved. */
export const storyBytes = 4_096;

export const fullPlan: Plan = {
  reads: { stories: 10_000, rounds: 41, storyRequests: 1_000, listRequests: 100 },
  memory: { passes: 6, textBytes: 16_384 },
  saves: { sizes: [100, 1_000, 10_000], rounds: 25, inTurn: 10, sideBySide: 32 },
};

/** Smoke test; its figures mean nothing. */
export const quickPlan: Plan = {
  reads: { stories: 30, rounds: 2, storyRequests: 40, listRequests: 20 },
  memory: { passes: 2, textBytes: 16_384 },
  saves: { sizes: [10], rounds: 2, inTurn: 2, sideBySide: 4 },
};
