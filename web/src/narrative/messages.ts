import { tokenTitle } from "#protocol/values/noun";
import type { LeftDraft } from "./leftDraft.ts";

// Every page loads this file; other messages load with their components.

/** Describes what happened to a closed editor's text; mentions the token, except on the token's own page. */
export function leftDraftMessage({ outcome }: LeftDraft, drifterId?: string): string {
  const draftNotice = drifterId ? `Draft kept for ${tokenTitle(drifterId)}.` : "Draft kept.";
  if (typeof outcome === "object") return `${outcome.failure} ${draftNotice}`;
  switch (outcome) {
    case "publishing":
      return drifterId
        ? `The story of ${tokenTitle(drifterId)} is still being published…`
        : "Still being published…";
    case "published":
      return "Published.";
    case "removed":
      return "Story removed.";
    case "cancelled":
    case "taken":
      return draftNotice;
  }
}
