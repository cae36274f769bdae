import type { Failure, Sighting, Stage } from "./transaction.ts";

/** A message below the button that sends. */
export interface Message {
  about: "blocked" | "price" | "unanswered" | "progress" | "failure";
  /** Alerts are announced assertively. */
  tone: "calm" | "warning" | "alert";
  words: string;
  /** Shown, with a button to start over, when the wallet has not responded for a while. */
  ifLate?: string;
}

const wordsForSighting: Record<Sighting, string> = {
  waiting: "Waiting for confirmation; you can leave this page.",
  missing:
    "Sent, but the network does not know this transaction. Check your wallet: it may have dropped it, or may send it again.",
  "out of reach": "Sent. Can't reach the network; this page keeps trying.",
};

/**
 * Returns the messages about what is under way.
 *
 * @param what is simulated, and `confirmed` to the wallet if it can be said shorter.
 */
export function progressMessages(stage: Stage, what: string, confirmed = ""): Message[] {
  const calm = { about: "progress", tone: "calm" } as const;
  switch (stage.step) {
    case "authorising":
      return [{ ...calm, words: "Requesting the authorisation…" }];
    case "checking":
      return [{ ...calm, words: `Simulating the ${what}…` }];
    case "asking": {
      const asked = ["confirm", confirmed].filter(Boolean).join(" ");
      const words = `Your wallet is asking you to ${asked}. Nothing is sent before that.`;
      return [{ ...calm, words }];
    }
    case "sent": {
      const tone = stage.sighting === "waiting" ? "calm" : "warning";
      return [{ ...calm, tone, words: wordsForSighting[stage.sighting] }];
    }
    default:
      return [];
  }
}

export function failureMessage({ isRejection, words }: Failure): Message {
  return { about: "failure", tone: isRejection ? "calm" : "alert", words };
}
