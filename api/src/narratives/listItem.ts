import type { NarrativeListItem, SignedRevision } from "#protocol/wire/responses";

/** Returns a signed revision's item in the list. */
export function listItemOf(signed: SignedRevision): NarrativeListItem {
  const { drifterId, author, savedAt, revision } = signed;
  return { drifterId, author, savedAt, revision };
}
