/** How much is measured. */
export interface Plan {
  reads: {
    /** Of these many stories is the list. */
    stories: number;
    rounds: number;
    /** Requests to each server in each round, of stories and of the list. */
    storyRequests: number;
    listRequests: number;
  };
  memory: {
    /** How often every story is read. */
    passes: number;
    /** Size of each of the stories that fill the cache, which are the reads' as well. */
    textBytes: number;
  };
  saves: {
    /** How many stories the stores have; ascending. */
    sizes: readonly number[];
    rounds: number;
    /** Saves to each store in each round: one after the other, then side by side. */
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

/** Enough to see that all of it works; its figures say nothing. */
export const quickPlan: Plan = {
  reads: { stories: 30, rounds: 2, storyRequests: 40, listRequests: 20 },
  memory: { passes: 2, textBytes: 16_384 },
  saves: { sizes: [10], rounds: 2, inTurn: 2, sideBySide: 4 },
};
