import type { NarrativeListItem } from "#protocol/narrative";
import type { Precondition } from "./store.ts";

/** The strong ETag of a drifter's story. The instant tells it from the same revision of another world. */
export function revisionTag({ revision, savedAt }: NarrativeListItem): string {
  return `"${revision}-${Date.parse(savedAt).toString(36)}"`;
}

/** Reads `If-Match` (RFC 9110, 13.1.1): absent, `*` for any story there is, or a list of tags. */
export function parseIfMatch(header: string | undefined): Precondition {
  if (header === undefined) return () => true;
  const tags = header.split(",").map((tag) => tag.trim());
  return (current) =>
    current !== undefined && (tags.includes("*") || tags.includes(revisionTag(current)));
}
