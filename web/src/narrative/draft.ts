import { narrativeMessage } from "#protocol/narrativeMessage";
import { type DraftList, type KeptDraft, newDraftId } from "./draftList.ts";

/** A story being written, with what has been signed of it. */
export interface Draft {
  /** Under which its text is kept. */
  readonly id: string;
  readonly drifterId: string;
  readonly text: string;
  /** The ownership message for `text`; none until the first change. */
  readonly message: string | undefined;
  readonly signed: SignedMessage | undefined;
  /** What stood here when a kept draft took its place. */
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

/** Entering edit mode: the existing story, nothing to sign, nothing signed. */
export function beginDraft({ drifterId, text }: Pick<Draft, "drifterId" | "text">): Draft {
  const id = newDraftId();
  return { id, drifterId, text, message: undefined, signed: undefined, replaced: undefined };
}

/** Going on with a text that was left, and with what was signed of it. */
export function resumeDraft(drifterId: string, left: Pick<Draft, "text" | "signed">): Draft {
  const draft = withText(beginDraft({ drifterId, text: left.text }), left.text);
  return { ...draft, signed: left.signed };
}

/** A change of text makes a new message, and leaves a signature as it is. */
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
 * Keeps what is being typed, unless it is the published story.
 *
 * @returns `false` when the browser has no room for it.
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
