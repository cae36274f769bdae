import type { DrifterId } from "./drifterId.ts";

/**
 * Whether a text can be stored. All lone surrogates have the same UTF-8 encoding, so such texts would share
 * their hash with others; PostgreSQL's text cannot contain NUL.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Body of `POST /api/narrative/{drifterId}`: exactly these four fields. */
export interface NarrativeSaveRequest {
  drifterId: DrifterId;
  /** The story as Markdown. */
  narrative: string;
  /** The exact text that the wallet signed; see `narrativeMessage`. */
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

/** Item of `GET /api/narrative`. */
export interface NarrativeListLine extends NarrativeListItem {
  /** The drifter's name, on one line; absent if the collection has none. */
  name?: string;
}

/**
 * Unicode's white space (`White_Space` of Unicode 17) and the byte order mark, listed because `\s` depends
 * on the engine.
 */
const otherThanWhiteSpace =
  /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/g;
const commentStart = "<!--";
const commentEnd = /--!?>/g;

/**
 * Whether a text is a story. A text of only white space and complete HTML comments is not, and removes the
 * current story. A comment is complete if `-->` ends it (HTML, 13.2.5.43 to 13.2.5.52). Runs in linear time.
 */
export function isStory(narrative: string): boolean {
  let position = 0;
  for (;;) {
    otherThanWhiteSpace.lastIndex = position;
    const start = otherThanWhiteSpace.exec(narrative)?.index;
    if (start === undefined) return false;
    if (!narrative.startsWith(commentStart, start)) return true;
    // `<!-->` and `<!--->` are complete too: opening and closing marks may share their dashes.
    commentEnd.lastIndex = start + "<!".length;
    const end = commentEnd.exec(narrative);
    if (end?.[0] !== "-->") return true;
    position = commentEnd.lastIndex;
  }
}
