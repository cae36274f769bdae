/** A refused attempt, in the words that error messages need. */
export interface Attempt {
  /** What did not happen: the middle of a sentence. */
  outcome: string;
  /** The same when it is unknown whether it happened. */
  unsure: string;
  /** How to try once more: the end of a sentence. */
  again: string;
}

/** Every attempt that an answer may refuse: on the page, and a program's. */
export const attempts = {
  save: {
    outcome: "your story was not saved",
    unsure: "your story may not be saved",
    again: "press Save again",
  },
  removal: {
    outcome: "your story was not removed",
    unsure: "your story may not be removed",
    again: "press Remove again",
  },
  mint: {
    outcome: "nothing was charged",
    unsure: "nothing was charged",
    again: "press Mint again",
  },
  request: {
    outcome: "nothing was changed",
    unsure: "the request may not have been processed",
    again: "send the request again",
  },
} as const satisfies Record<string, Attempt>;

/** When no answer arrived. */
export function unreachableWords({ unsure, again }: Attempt): string {
  return `Can't reach the service; ${unsure}. Check your connection, then ${again}.`;
}

/** When something answered that is not the service, or that this page cannot read. */
export function unexpectedWords({ unsure, again }: Attempt): string {
  return `Unexpected server response; ${unsure}. Wait a moment, then ${again}.`;
}
