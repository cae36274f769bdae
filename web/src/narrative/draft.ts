import { isStory } from "#protocol/stories/narrative";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { randomComment, withoutRandomComment } from "./storyText.ts";

/** A story being written, with its signature. */
export interface Draft {
  /** Key under which the browser keeps its text. */
  readonly id: string;
  /** Versions of kept drafts that it goes on from. */
  readonly continues: readonly string[];
  readonly drifterId: string;
  readonly text: string;
  /** Random comment that is signed before a restored text, which makes it unique; the writer does not see it. */
  readonly comment?: string;
  /** Random comment that takes the place of the published story if the text removes it; absent without a story. */
  readonly removal?: string | undefined;
  /** The ownership message for `signedText`; none until the first change. */
  readonly message: string | undefined;
  readonly signed: DraftSignature | undefined;
  /** The state that another text replaced. */
  readonly replaced: Draft | undefined;
  /** An old version that it began with, and that is still in the history. */
  readonly restored?: string;
}

/** An unpublished text that the browser keeps. */
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
  /** The writer wants to remove the story. */
  | { type: "emptied" }
  | { type: "replacementUndone" }
  | ({ type: "signed" } & DraftSignature)
  | { type: "signatureDiscarded" };

/** Returns the state on entering edit mode: the existing story, no message, no signature. */
export function startDraft({ drifterId, text }: Pick<Draft, "drifterId" | "text">): Draft {
  const id = newDraftId();
  const [message, signed, replaced] = [undefined, undefined, undefined];
  return { id, continues: [], drifterId, text, message, signed, replaced };
}

/** Returns the state for writing on from an old version, which cannot be published again unchanged. */
export function restoreDraft(drifterId: string, version: string): Draft {
  const text = withoutRandomComment(version);
  const draft = { ...startDraft({ drifterId, text }), comment: randomComment(), restored: text };
  return withText(draft, text);
}

/** Applies a change: a new text gets a new message and keeps the signature. */
export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "textChanged":
      return withText(draft, change.text);
    case "continued": {
      const continues = [...change.draft.continues, versionOf(change.draft)];
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

/** Begins another draft, which can be undone. */
function replaceDraft(draft: Draft, { text, comment }: Pick<Draft, "text" | "comment">): Draft {
  const replaced = { ...draft, replaced: undefined };
  const next = withText({ ...draft, ...(comment && { comment }) }, text);
  return { ...next, id: newDraftId(), continues: [], replaced };
}

function withText(draft: Draft, text: string): Draft {
  const message = narrativeMessage(draft.drifterId, signedText({ ...draft, text }));
  return { ...draft, text, message };
}

/** Whether the text, once saved, removes the story. */
export function isRemoval({ text, removal }: Draft): boolean {
  return removal !== undefined && !isStory(text);
}

/** The text that is signed and saved: a removal's and a restored one's have their random comment. */
export function signedText({ text, comment, removal }: Draft): string {
  const added = isStory(text) ? comment : removal;
  return added === undefined ? text : `${added}\n\n${text}`.trim();
}

/** What remains of a draft when its editor closes, or undefined if there is nothing to keep. */
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

/** Names a kept text as it is now; another tab may change it. */
export function versionOf({ id, typedAt }: SavedDraft): string {
  return `${id}@${typedAt}`;
}

/** Returns an ID that is unique across tabs. `crypto.randomUUID` is missing on plain-http pages. */
function newDraftId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
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

/** Length of a key's signature in hex; a contract wallet's may be longer. */
const signatureLength = 132;

/**
 * Describes a save's size when it is near the service's limit.
 *
 * @returns undefined while there is room, or the limit is unknown.
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

/** `1,024 kB` of 1024 bytes each, rounded up. */
function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString("en-GB")} kB`;
}
