import { useSyncExternalStore } from "react";
import type { Address } from "viem";
import type { SignedMessage } from "./draft.ts";

/** The text of the editor that was open last, and what happened to it. */
export interface LeftText {
  drifterId: string;
  author: Address;
  text: string;
  /** Signature of this text, if any. */
  signed: SignedMessage | undefined;
  fate:
    | "cancelled"
    /** The editor was closed by a change of connection or ownership. */
    | "taken"
    /** The writer left while it was being saved. */
    | "publishing"
    | "published"
    /** This text is a draft; the published story was removed. */
    | "removed"
    | { refusal: string };
}

/** Initial text of the editor instead of the published story. */
export interface ContinuedText extends Pick<LeftText, "text" | "signed"> {
  /** Set for an old version from the history. */
  isRestored?: true;
}

let left: LeftText | undefined;
const listeners = new Set<() => void>();

export function leftText(): LeftText | undefined {
  return left;
}

export function setLeftText(next: LeftText | undefined): void {
  left = next;
  for (const notify of listeners) notify();
}

export function useLeftText(): LeftText | undefined {
  return useSyncExternalStore(subscribe, leftText, leftText);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether a writer who no longer owns the drifter may still need the text. */
export function isLost({ fate }: LeftText): boolean {
  return fate === "taken" || typeof fate === "object";
}
