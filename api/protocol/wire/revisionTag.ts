import type { SignedRevision } from "./responses.ts";

/** The strong ETag of a token's story. It includes the time, as a reset world has the same revisions again. */
export function revisionTag({
  revision,
  savedAt,
}: Pick<SignedRevision, "revision" | "savedAt">): string {
  return `"${revision}-${Date.parse(savedAt).toString(36)}"`;
}
