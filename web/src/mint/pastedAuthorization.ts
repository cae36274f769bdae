import { AuthorizationFormatError, readAuthorization } from "#protocol/sale/readAuthorization";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";

/** A pasted text and the authorisation parsed from it. */
export interface Paste {
  text: string;
  signed?: SignedMintAuthorization;
  /** Why it is not a valid authorisation. */
  fault?: string;
}

export const noPaste: Paste = { text: "" };

/** Parses a pasted authorisation; empty text is not a fault. */
export function readPaste(text: string): Paste {
  if (text.trim() === "") return { text };
  try {
    return { text, signed: readAuthorization(text) };
  } catch (error) {
    if (error instanceof AuthorizationFormatError) return { text, fault: error.message };
    throw error;
  }
}
