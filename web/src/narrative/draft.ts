import { isStory } from "#protocol/stories/narrative";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { randomComment, stripRandomComment } from "./storyText.ts";

/** A story being written, with its signature. */
export interface Draft {
  /** Key under which the browser stores the draft. */
  readonly id: string;
  /** Versions of the stored drafts that this one continues. */
  readonly continues: readonly string[];
  readonly drifterId: string;
  readonly text: string;
  /** Random comment that is signed before a restored text and makes it unique; hidden from the writer. */
  readonly comment?: string;
  /** Random comment that replaces the published story if the text removes it; absent without a story. */
  readonly removal?: string | undefined;
  /** Ownership message for `signedText`; undefined until the first change. */
  readonly message: string | undefined;
  readonly signed: DraftSignature | undefined;
  /** The draft that `replaceDraft` replaced. */
  readonly replaced: Draft | undefined;
  /** The restored version's text, which is still in the history. */
  readonly restored?: string;
}

/** An unpublished draft stored in the browser. */
export interface SavedDraft extends Pick<Draft, "id" | "text" | "continues" | "comment"> {
  /** Time of the last change, in milliseconds since 1970. */
  typedAt: number;
}

export interface DraftSignature {
  readonly message: string;
  readonly signature: `0x${string}`;
}

type DraftChange =
  | { type: "textChanged"; text: string }
  | { type: "continued"; draft: SavedDraft }
  /** The change to an empty text that removes the story. */
  | { type: "emptied" }
  | { type: "replacementUndone" }
  | ({ type: "signed" } & DraftSignature)
  | { type: "signatureDiscarded" };

/** Returns the state on entering edit mode: the existing story without a message and a signature. */
export function startDraft({ drifterId, text }: Pick<Draft, "drifterId" | "text">): Draft {
  const id = newDraftId();
  const [message, signed, replaced] = [undefined, undefined, undefined];
  return { id, continues: [], drifterId, text, message, signed, replaced };
}

/**
 * Returns the state for restoring an old version, which needs a random comment because an identical
 * text cannot be published again.
 */
export function restoreDraft(drifterId: string, version: string): Draft {
  const text = stripRandomComment(version);
  const draft = { ...startDraft({ drifterId, text }), comment: randomComment(), restored: text };
  return changeText(draft, text);
}

/** Applies a change: a new text gets a new message and retains the signature. */
export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "textChanged":
      return changeText(draft, change.text);
    case "continued": {
      const continues = [...change.draft.continues, draftVersion(change.draft)];
      return { ...replaceDraft(draft, change.draft), continues };
    }
    case "emptied":
      return replaceDraft(draft, { text: "" });
    case "replacementUndone":
      return draft.replaced ?? draft;
    case "signed":
      return { ...draft, signed: { message: change.message, signature: change.signature } };
    case "signatureDiscarded":
      return { ...draft, signed: undefined };
  }
}

/** Starts a draft that replaces the current draft, and can be undone. */
function replaceDraft(draft: Draft, { text, comment }: Pick<Draft, "text" | "comment">): Draft {
  const replaced = { ...draft, replaced: undefined };
  const next = changeText({ ...draft, ...(comment && { comment }) }, text);
  return { ...next, id: newDraftId(), continues: [], replaced };
}

function changeText(draft: Draft, text: string): Draft {
  const message = narrativeMessage(draft.drifterId, signedText({ ...draft, text }));
  return { ...draft, text, message };
}

/** Whether saving the text removes the story. */
export function isRemoval({ text, removal }: Draft): boolean {
  return removal !== undefined && !isStory(text);
}

/** Returns the text to sign and save, including the random comment of a removal or a restored text. */
export function signedText({ text, comment, removal }: Draft): string {
  const added = isStory(text) ? comment : removal;
  return added === undefined ? text : `${added}\n\n${text}`.trim();
}

/** Returns the part of a draft to store when the editor closes; undefined if there is nothing to store. */
export function leaveDraft(
  draft: Draft,
  narrative: string,
  { isCancelled, isSaving }: { isCancelled: boolean; isSaving: boolean },
): Draft | undefined {
  if (!draft.message || draft.text === narrative) return;
  if (draft.text === draft.restored && !isSaving) return;
  const signed = isCancelled || isSignatureStale(draft) ? undefined : draft.signed;
  return { ...draft, signed, replaced: undefined };
}

/** Identifies a stored draft's current version, because another tab may change the draft. */
export function draftVersion({ id, typedAt }: SavedDraft): string {
  return `${id}@${typedAt}`;
}

/** Returns an ID that is unique across tabs. `crypto.randomUUID` is unavailable on plain-http pages. */
function newDraftId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

export function canSign({ message, signed }: Draft): boolean {
  return message !== undefined && signed === undefined;
}

export function canSave({ signed }: Draft): boolean {
  return signed !== undefined;
}

/** Whether the signature is for an earlier text. */
export function isSignatureStale({ message, signed }: Draft): boolean {
  return signed !== undefined && signed.message !== message;
}

/**
 * Returns the message to sign.
 *
 * @throws {Error} "message is required" when there is nothing to sign yet.
 */
export function requireMessage({ message }: Pick<Draft, "message">): string {
  if (!message) throw new Error("message is required");
  return message;
}

/** Length of an EOA's signature as a hex string, including `0x`; a contract wallet's signature may be longer. */
const signatureLength = 132;

/**
 * Describes the size of a save that is near the service's limit.
 *
 * @returns undefined if the size is well below the limit, or the limit is unknown.
 */
export function sizeNearLimit(
  draft: { drifterId: string; text: string },
  limitBytes: number | undefined,
): { text: string; isTooLong: boolean } | undefined {
  if (limitBytes === undefined) return;
  const bytes = saveBytes(draft);
  if (bytes < 0.9 * limitBytes) return;
  return {
    text: `${kilobytes(bytes)} of ${kilobytes(limitBytes)}`,
    isTooLong: bytes > limitBytes,
  };
}

function saveBytes({ drifterId, text }: { drifterId: string; text: string }): number {
  const signedMessage = narrativeMessage(drifterId, "");
  const signature = "0".repeat(signatureLength);
  const body = JSON.stringify({ drifterId, narrative: text, signedMessage, signature });
  return new TextEncoder().encode(body).length;
}

/** Formats a size in kilobytes of 1024 bytes, rounded up: `1,024 kB`. */
function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString("en-US")} kB`;
}
