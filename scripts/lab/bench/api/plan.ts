/** Sizes of the measurements. */
export interface Plan {
  reads: {
    /** Number of stories in the list. */
    stories: number;
    /** Each starts all servers anew, because processes of the same code differ in speed as long as they live. */
    sessions: number;
    /** Rounds of a session that count, after those in which the code becomes warm. */
    rounds: number;
    warmUpRounds: number;
    /** Requests to each server per round, for stories and for the list. */
    storyRequests: number;
    listRequests: number;
  };
  memory: {
    /** Passes over all stories. */
    passes: number;
    /** Time before them, in which the search's thread ends and, 8 s later, V8 returns its memory. */
    idleMilliseconds: number;
  };
  saves: {
    /** Numbers of stories in the stores, ascending. */
    sizes: readonly number[];
    rounds: number;
    /** Saves to each store per round: sequential, then concurrent. */
    inTurn: number;
    sideBySide: number;
  };
  overload: {
    /** Saves that arrive, as a multiple of those that fill a core. */
    times: number;
    seconds: number;
    readsPerSecond: number;
    /** Saves to find out how many fill a core; the first half is not measured. */
    sequential: number;
    /** Signed saves in all; those that are refused are sent again. */
    signatures: number;
  };
}

export const connections = 16;

/** Size of a story that is read or saved. */
export const storyBytes = 4_096;

export const fullPlan: Plan = {
  reads: {
    stories: 10_000,
    sessions: 7,
    rounds: 8,
    warmUpRounds: 4,
    // A pause of 100 ms before a round makes its first reads from PostgreSQL wait; few of many.
    storyRequests: 1_000,
    listRequests: 50,
  },
  memory: { passes: 6, idleMilliseconds: 20_000 },
  saves: { sizes: [100, 1_000, 10_000], rounds: 25, inTurn: 10, sideBySide: 32 },
  overload: { times: 4, seconds: 10, readsPerSecond: 300, sequential: 1_000, signatures: 12_000 },
};

/** Smoke test; its figures mean nothing. */
export const quickPlan: Plan = {
  reads: {
    stories: 30,
    sessions: 1,
    rounds: 2,
    warmUpRounds: 1,
    storyRequests: 40,
    listRequests: 20,
  },
  memory: { passes: 2, idleMilliseconds: 0 },
  saves: { sizes: [10], rounds: 2, inTurn: 2, sideBySide: 4 },
  overload: { times: 0.5, seconds: 0.2, readsPerSecond: 50, sequential: 8, signatures: 100 },
};
