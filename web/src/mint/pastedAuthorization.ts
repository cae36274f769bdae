import { AuthorizationFormatError, readAuthorization } from "#protocol/sale/readAuthorization";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";

/** What somebody has pasted, and what it is. */
export interface Paste {
  text: string;
  signed?: SignedMintAuthorization;
  /** Why it is no authorisation. */
  fault?: string;
}

export const noPaste: Paste = { text: "" };

/** Reads what was pasted; empty text is no fault. */
export function readPaste(text: string): Paste {
  if (text.trim() === "") return { text };
  try {
    return { text, signed: readAuthorization(text) };
  } catch (error) {
    if (error instanceof AuthorizationFormatError) return { text, fault: error.message };
    throw error;
  }
}
