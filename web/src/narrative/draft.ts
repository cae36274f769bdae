import { narrativeMessage } from "#protocol/narrativeMessage";

/** A story being written, with what has been signed of it. */
export interface Draft {
  readonly drifterId: string;
  readonly text: string;
  /** The ownership message for `text`; none until the first change. */
  readonly message: string | undefined;
  readonly signed: SignedMessage | undefined;
}

export interface SignedMessage {
  readonly message: string;
  readonly signature: `0x${string}`;
}

export type DraftChange =
  | { type: "textChanged"; text: string }
  | ({ type: "signed" } & SignedMessage)
  | { type: "signingFailed" }
  | { type: "signatureDiscarded" };

/** Entering edit mode: the existing story, nothing to sign, nothing signed. */
export function beginDraft({ drifterId, text }: Pick<Draft, "drifterId" | "text">): Draft {
  return { drifterId, text, message: undefined, signed: undefined };
}

/** A change of text makes a new message, and leaves a signature as it is. */
export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "textChanged":
      return {
        ...draft,
        text: change.text,
        message: narrativeMessage(draft.drifterId, change.text),
      };
    case "signed":
      return { ...draft, signed: { message: change.message, signature: change.signature } };
    case "signingFailed":
    case "signatureDiscarded":
      return { ...draft, signed: undefined };
  }
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
