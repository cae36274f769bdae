/** An action that the service may reject, as error messages describe it. */
export interface Attempt {
  /** Clause that states what did not happen. */
  outcome: string;
  /** Clause for an unknown outcome. */
  unsure: string;
  /** End of a sentence that states how to retry. */
  again: string;
}

/** Actions, by the app or other programs, that the service may reject. */
export const attempts = {
  save: {
    outcome: "your story was not saved",
    unsure: "your story may or may not have been saved",
    again: "press Save again",
  },
  mint: {
    outcome: "nothing was charged",
    unsure: "nothing was charged",
    again: "press Mint again",
  },
  request: {
    outcome: "nothing was saved",
    unsure: "the request may not have been processed",
    again: "send the request again",
  },
  authorization: {
    outcome: "no authorization was issued",
    unsure: "an authorization may or may not have been issued",
    again: "send the request again",
  },
} as const satisfies Record<string, Attempt>;

/** Returns the message for a request without a response. */
export function unreachableMessage({ unsure, again }: Attempt): string {
  return `Can't reach the service; ${unsure}. Check your connection, then ${again}.`;
}

/** Returns the message for a response that cannot be parsed. */
export function unexpectedResponseMessage({ unsure, again }: Attempt): string {
  return `Unexpected server response; ${unsure}. Wait a moment, then ${again}.`;
}
