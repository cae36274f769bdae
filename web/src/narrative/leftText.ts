import { useSyncExternalStore } from "react";
import type { Address } from "viem";
import type { SignedMessage } from "./draft.ts";

/** The text of the editor that was open last on this page, and what has become of it. */
export interface LeftText {
  drifterId: string;
  author: Address;
  text: string;
  /** What was signed of this very text. */
  signed: SignedMessage | undefined;
  fate:
    | "cancelled"
    /** The editor went without its writer's wish. */
    | "taken"
    /** The service was still saving it when its writer left. */
    | "publishing"
    | "published"
    /** This text is a draft; the story itself was removed. */
    | "removed"
    | { refusal: string };
}

/** A text with which the editor opens in place of the published story. */
export interface ContinuedText extends Pick<LeftText, "text" | "signed"> {
  /** It is an old version, out of the history. */
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

/** Whether somebody who does not own the drifter now may still need the text. */
export function isLost({ fate }: LeftText): boolean {
  return fate === "taken" || typeof fate === "object";
}
