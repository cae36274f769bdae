import { narrativeMessage } from "#protocol/narrativeMessage";
import { type DraftList, type KeptDraft, newDraftId } from "./draftList.ts";

/** A story being written, with its signature. */
export interface Draft {
  /** Storage key of its text. */
  readonly id: string;
  readonly drifterId: string;
  readonly text: string;
  /** The ownership message for `text`; none until the first change. */
  readonly message: string | undefined;
  readonly signed: SignedMessage | undefined;
  /** The state that a kept draft replaced. */
  readonly replaced: Pick<Draft, "id" | "text" | "message"> | undefined;
}

export interface SignedMessage {
  readonly message: string;
  readonly signature: `0x${string}`;
}

export type DraftChange =
  | { type: "textChanged"; text: string }
  | { type: "continued"; text: string }
  | { type: "continuationUndone" }
  | ({ type: "signed" } & SignedMessage)
  | { type: "signingFailed" }
  | { type: "signatureDiscarded" };

/** Returns the state on entering edit mode: the existing story, no message, no signature. */
export function startDraft({ drifterId, text }: Pick<Draft, "drifterId" | "text">): Draft {
  const id = newDraftId();
  return { id, drifterId, text, message: undefined, signed: undefined, replaced: undefined };
}

/** Returns the state for continuing an unpublished text with its signature. */
export function resumeDraft(drifterId: string, left: Pick<Draft, "text" | "signed">): Draft {
  const draft = withText(startDraft({ drifterId, text: left.text }), left.text);
  return { ...draft, signed: left.signed };
}

/** Applies a change: a new text gets a new message and keeps the signature. */
export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "textChanged":
      return withText(draft, change.text);
    case "continued":
      return {
        ...withText(draft, change.text),
        id: newDraftId(),
        replaced: { id: draft.id, text: draft.text, message: draft.message },
      };
    case "continuationUndone":
      return { ...draft, ...draft.replaced, replaced: undefined };
    case "signed":
      return { ...draft, signed: { message: change.message, signature: change.signature } };
    case "signingFailed":
    case "signatureDiscarded":
      return { ...draft, signed: undefined };
  }
}

function withText(draft: Draft, text: string): Draft {
  return { ...draft, text, message: narrativeMessage(draft.drifterId, text) };
}

/**
 * Stores the typed text, unless it is the published story.
 *
 * @returns `false` if the browser does not keep it.
 */
export function keepDraft(drafts: DraftList, { id, text }: Draft, narrative: string): boolean {
  if (text !== narrative) return drafts.write(id, text);
  drafts.remove(id);
  return true;
}

/** The drafts that a writer can continue. */
export function draftsToContinue(drafts: DraftList, narrative: string): KeptDraft[] {
  return drafts.read().filter(({ text }) => text !== narrative);
}

export function canSign({ message, signed }: Draft): boolean {
  return message !== undefined && signed === undefined;
}

export function canSave({ signed }: Draft): boolean {
  return signed !== undefined;
}

/** Whether the signature is for a text that has changed since. */
export function isSignatureStale({ message, signed }: Draft): boolean {
  return signed !== undefined && signed.message !== message;
}

/** @throws "message is required" when there is nothing to sign yet. */
export function requireMessage({ message }: Pick<Draft, "message">): string {
  if (!message) throw new Error("message is required");
  return message;
}
