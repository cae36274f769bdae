import { Noun } from "#protocol/values/noun";
import type { LeftDraft } from "./leftDraft.ts";

// Every page loads this file. The other messages come with what shows them.

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
