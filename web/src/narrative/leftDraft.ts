import { useSyncExternalStore } from "react";
import type { Address } from "viem";
import { createExternalStore } from "../page/externalStore.ts";
import type { Draft } from "./draft.ts";

// Every story page loads this file; the rest of the draft code loads with the editor.

/** The most recently closed editor's draft and its outcome. */
export interface LeftDraft extends Draft {
  author: Address;
  outcome:
    | "cancelled"
    /** A change of connection or ownership closed the editor. */
    | "taken"
    /** The writer left during the save. */
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

/** Whether the draft is unpublished, so that the writer can continue it. */
export function canContinue({ outcome }: LeftDraft): boolean {
  return outcome === "cancelled" || outcome === "taken" || typeof outcome === "object";
}

/** Whether the editor closed without Cancel, so that a writer who no longer owns the token may still need the text. */
export function wasInterrupted(left: LeftDraft): boolean {
  return canContinue(left) && left.outcome !== "cancelled";
}
