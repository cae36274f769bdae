import type { IncomingHttpHeaders } from "node:http";
import type { NarrativeListItem } from "#protocol/responses";

/** Whether a save may replace the current story, if there is one. */
export type Precondition = (current: NarrativeListItem | undefined) => boolean;

/** The strong ETag of a token's story. It includes the time, as a reset world has the same revisions again. */
export function revisionTag({ revision, savedAt }: NarrativeListItem): string {
  return `"${revision}-${Date.parse(savedAt).toString(36)}"`;
}

/**
 * The latest revision that a strong tag in `If-None-Match` names, 0 without one. Its sender has read or saved it, so
 * an older one is not a valid response.
 */
export function cachedRevision({ "if-none-match": header }: IncomingHttpHeaders): number {
  if (header === undefined) return 0;
  const revisions = Array.from(header.matchAll(/(?<!W\/)"(\d+)-/g), ([, revision]) =>
    Number(revision),
  );
  return Math.max(0, ...revisions);
}

/** Parses `If-Match` and `If-None-Match` (RFC 9110, 13.1): a save must satisfy each one present. */
export function parsePrecondition(headers: IncomingHttpHeaders): Precondition {
  const match = parseTags(headers["if-match"]);
  const noneMatch = parseTags(headers["if-none-match"]);
  return (current) => (match?.(current) ?? true) && !noneMatch?.(current);
}

/** Parses `*` or a list of tags. */
function parseTags(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  const tags = header.split(",").map((tag) => tag.trim());
  return (current) =>
    current !== undefined && (tags.includes("*") || tags.includes(revisionTag(current)));
}
