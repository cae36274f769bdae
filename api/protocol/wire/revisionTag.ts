import type { SignedRevision } from "./responses.ts";

/**
 * Returns a story's strong ETag (RFC 9110). The tag includes the time, because a reset world repeats revision numbers.
 */
export function revisionTag({
  revision,
  savedAt,
}: Pick<SignedRevision, "revision" | "savedAt">): string {
  return `"${revision}-${Date.parse(savedAt).toString(36)}"`;
}
