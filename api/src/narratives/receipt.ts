import type { NarrativeListItem, NarrativeRecord } from "#protocol/responses";

/** Returns a receipt's item in the list. */
export function listItemOf(receipt: NarrativeRecord): NarrativeListItem {
  const { drifterId, author, savedAt, revision } = receipt;
  return { drifterId, author, savedAt, revision };
}
