import type { NarrativeListItem, SignedRevision } from "#protocol/wire/responses";

/** Converts a signed revision to a list item. */
export function toListItem(signed: SignedRevision): NarrativeListItem {
  const { drifterId, author, savedAt, revision } = signed;
  return { drifterId, author, savedAt, revision };
}
