import { Noun } from "#protocol/values/noun";
import { shortAddress } from "../chain/shortAddress.ts";
import type { LeftDraft } from "./leftDraft.ts";

// Every page loads this file. The API's errors, in `#protocol/errors`, come with the editor.

/** Says what happened to a text after its editor closed; elsewhere than on the token's page, it names the token. */
export function leftDraftMessage({ outcome }: LeftDraft, drifterId?: string): string {
  const kept = drifterId ? `Draft kept for ${Noun} ${drifterId}.` : "Draft kept.";
  if (typeof outcome === "object") return `${outcome.failure} ${kept}`;
  switch (outcome) {
    case "publishing":
      return drifterId
        ? `The story of ${Noun} ${drifterId} is still being published…`
        : "Still being published…";
    case "published":
      return "Published.";
    case "removed":
      return "Story removed.";
    case "cancelled":
    case "taken":
      return kept;
  }
}

/** Why an editor was closed without the user. */
export type Loss = "unreachable" | "notOwned" | "switched" | "disconnected";

export function lossMessage(loss: Loss, { drifterId, author }: LeftDraft): string {
  switch (loss) {
    case "unreachable":
      return "Can't reach the network; your text is safe.";
    case "notOwned":
      return `This wallet no longer owns ${Noun} ${drifterId}. Your text is safe.`;
    case "switched":
      return `You switched accounts; your text is safe. Switch back to ${shortAddress(author)} to continue.`;
    case "disconnected":
      return `Your wallet is disconnected; your text is safe. Connect ${shortAddress(author)} to continue.`;
  }
}

export const editorMessages = {
  removal:
    "Sign and save to remove the story: readers will find none. Published text stays public in the history.",
  signing: "Your wallet is asking for your signature.",
  rejected: "You rejected the request. Nothing was signed.",
  saving: "Saving…",
  signed: "Signed. Press Save to publish.",
  stale: "The text has changed since you signed it: the signature no longer matches.",
  offline: (isSaved: boolean) =>
    `Offline. ${isSaved ? "Your draft is kept here; sign" : "Sign"} and save when you are back.`,
  saved: "Your draft is kept here.",
  notSaved: "Your browser doesn't keep this draft. Copy the text before you leave.",
};

/** Outcome of a save without a network. */
export const offlineSaveMessage = "You're offline, so nothing was saved.";

export const historyMessages = {
  failed: "The history failed to load. Check your connection, then try again.",
  none: "The service keeps no history of this story.",
};

export const proofMessages = {
  none: "The service has no proof of this story.",
  failed: "The check did not finish, so the proof is neither confirmed nor refuted.",
  unreachable:
    "This site's node can't be read: try again later, or run npm run verify with a node of your own.",
  unproved: "No problems found, but some checks couldn't run.",
  /** @param basis the node on which the result rests, by its host. */
  proof(isValid: boolean, basis?: { node: string; block: number }): string {
    const result = `This proof is ${isValid ? "valid" : "invalid"}`;
    return basis
      ? `${result}, if the node at ${basis.node} tells the truth about block ${basis.block}.`
      : `${result}.`;
  },
};
