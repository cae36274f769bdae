import type { DrifterId } from "./drifterId.ts";

/**
 * Whether a text may be stored. A lone surrogate of any kind becomes the same bytes in UTF-8, so such
 * texts share their hash with others; a NUL is more than PostgreSQL's text keeps.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** What a holder's browser posts to `/api/narrative/{drifterId}`: these four fields and no other. */
export interface NarrativeSaveRequest {
  drifterId: DrifterId;
  /** The story as Markdown. */
  narrative: string;
  /** Exactly the text the wallet signed; see `narrativeMessage`. */
  signedMessage: string;
  /** `0x` and hex: 65 bytes from a key's own wallet, any length from a contract wallet. */
  signature: `0x${string}`;
}

/** An accepted story. It is its own receipt: it has everything needed to verify it. */
export interface NarrativeRecord extends NarrativeSaveRequest {
  /** The owner who signed, as a checksummed address (EIP-55). */
  author: `0x${string}`;
  /** When the service accepted it, ISO 8601 in UTC. */
  savedAt: string;
  /** The block at which `author` owned the drifter. */
  blockNumber: number;
  chainId: number;
  contract: `0x${string}`;
  /** 1 for the first story of a drifter, one more for each accepted change. */
  revision: number;
}

/** A story in the list, without its text. */
export type NarrativeListItem = Pick<
  NarrativeRecord,
  "drifterId" | "author" | "savedAt" | "revision"
>;

/** One line of `GET /api/narrative`, newest first. */
export interface NarrativeListLine extends NarrativeListItem {
  /** The drifter's name, on one line; absent if the collection has none. */
  name?: string;
}
