import { useSyncExternalStore } from "react";
import type { Address } from "viem";
import { createExternalStore } from "../components/externalStore.ts";
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

const left = createExternalStore<LeftText | undefined>(undefined);

export const leftText = left.read;
export const setLeftText = left.write;

export function useLeftText(): LeftText | undefined {
  return useSyncExternalStore(left.subscribe, left.read, left.read);
}

/** Whether a writer who no longer owns the drifter may still need the text. */
export function isLost({ fate }: LeftText): boolean {
  return fate === "taken" || typeof fate === "object";
}
