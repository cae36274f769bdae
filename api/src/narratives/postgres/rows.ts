import { isHex } from "viem";
import { isStory } from "#protocol/stories/narrative";
import type { SignedRevision } from "#protocol/wire/responses";
import type { HiddenToken, NarrativeDraft } from "../store.ts";
import type { Head } from "../storyIndex.ts";

/** The columns read from `narrative_heads`, including whether the text is a story. */
export interface HeadRow {
  drifter_id: string;
  revision: number;
  is_story: boolean;
  author: string;
  saved_at: Date;
  /** A bigint, which the driver returns as a string. */
  position: string;
}

/** A row of `narrative_heads`, if any, with whether its token is hidden, and the log's clock and epoch. */
export type ChangedHeadRow = (
  | (HeadRow & { is_hidden: boolean })
  | { drifter_id: null; position: null }
) & { clock: string; epoch: string };

/** A row of `narrative_hidden`. */
export interface HiddenRow {
  drifter_id: string;
  reason: string;
  hidden_at: Date;
}

/** A row of `narrative_revisions`. */
export interface RevisionRow extends Omit<HeadRow, "position" | "is_story"> {
  narrative: string;
  signed_message: string;
  signature: string;
  block_number: string;
  chain_id: string;
  contract: string;
}

/** A newly written row and the log position of its save. */
export interface SavedRevisionRow extends RevisionRow {
  position: string;
}

export function toHead(row: HeadRow): Head {
  const item = {
    drifterId: row.drifter_id,
    author: requireHex(row.author),
    savedAt: row.saved_at.toISOString(),
    revision: row.revision,
  };
  return { item, isStory: row.is_story };
}

export function toHiddenToken({ drifter_id, reason, hidden_at }: HiddenRow): HiddenToken {
  return { drifterId: drifter_id, reason, hiddenAt: hidden_at.toISOString() };
}

export function toSignedRevision(row: RevisionRow): SignedRevision {
  return {
    drifterId: row.drifter_id,
    narrative: row.narrative,
    signedMessage: row.signed_message,
    signature: requireHex(row.signature),
    author: requireHex(row.author),
    savedAt: row.saved_at.toISOString(),
    blockNumber: Number(row.block_number),
    chainId: Number(row.chain_id),
    contract: requireHex(row.contract),
    revision: row.revision,
  };
}

/** Returns parameters 4 to 11 of `appendRevision`; the last is whether the text is a story. */
export function draftValues(draft: NarrativeDraft): unknown[] {
  const { narrative, signedMessage, signature, author, blockNumber, chainId, contract } = draft;
  const text = [narrative, signedMessage, signature];
  return [...text, author, blockNumber, chainId, contract, isStory(narrative)];
}

function requireHex(value: string): `0x${string}` {
  if (isHex(value)) return value;
  throw new Error("The database contains an invalid hex value.");
}
