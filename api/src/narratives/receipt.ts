import { type NarrativeListItem, type NarrativeRecord, receiptSchema } from "#protocol/responses";

/** Parses a receipt with exactly its fields. @throws if it is invalid. */
export function parseReceipt(value: unknown): NarrativeRecord {
  return receiptSchema.parse(value);
}

/** Returns a receipt's item in the list. */
export function listItemOf(receipt: NarrativeRecord): NarrativeListItem {
  const { drifterId, author, savedAt, revision } = receipt;
  return { drifterId, author, savedAt, revision };
}
