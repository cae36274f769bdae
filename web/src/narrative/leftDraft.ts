import { useSyncExternalStore } from "react";
import type { Address } from "viem";
import { createExternalStore } from "../page/externalStore.ts";
import type { Draft } from "./draft.ts";

// Every story page loads this file; the drafts' own code comes with the editor.

/** The most recently closed editor's draft and its outcome. */
export interface LeftDraft extends Draft {
  author: Address;
  outcome:
    | "cancelled"
    /** The editor was closed by a change of connection or ownership. */
    | "taken"
    /** The writer left while it was being saved. */
    | "publishing"
    | "published"
    /** The text removed the story. */
    | "removed"
    | { failure: string };
}

const left = createExternalStore<LeftDraft | undefined>(undefined);

export const leftDraft = left.read;
export const setLeftDraft = left.write;

export function useLeftDraft(): LeftDraft | undefined {
  return useSyncExternalStore(left.subscribe, left.read, left.read);
}

/** Whether the text is unpublished, so that the writer can continue it. */
export function isKept({ outcome }: LeftDraft): boolean {
  return outcome === "cancelled" || outcome === "taken" || typeof outcome === "object";
}

/** Whether a writer who no longer owns the token may still need the text. */
export function isLost(left: LeftDraft): boolean {
  return isKept(left) && left.outcome !== "cancelled";
}
