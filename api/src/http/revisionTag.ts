import type { IncomingHttpHeaders } from "node:http";
import type { NarrativeListItem } from "#protocol/wire/responses";
import { revisionTag } from "#protocol/wire/revisionTag";

/** Whether a save may replace the current story, if there is one. */
export type Precondition = (current: NarrativeListItem | undefined) => boolean;

/** Suffixes that compressing proxies add to strong tags, such as Apache's `"2-x-gzip"`. */
const codingSuffix = /[-;]+(?:gzip|br|zstd|deflate)(?=")/g;

/** Removes what compressing proxies have added to the tags of a request. */
export function restoreTags(headers: IncomingHttpHeaders): void {
  const { "if-match": match, "if-none-match": noneMatch } = headers;
  if (match !== undefined) headers["if-match"] = match.replace(codingSuffix, "");
  if (noneMatch !== undefined) headers["if-none-match"] = noneMatch.replace(codingSuffix, "");
}

/** Whether the tags of this path name revisions. */
export const hasRevisionTag = (url: string) =>
  /^\/api\/narrative\/\d+(?:\/history)?(?:\?|$)/.test(url);

/**
 * The latest revision that a story's tag in `If-None-Match` names, 0 without one. Its sender has read or saved it, so
 * an older one is not a valid response.
 */
export function cachedRevision({ "if-none-match": header }: IncomingHttpHeaders): number {
  if (header === undefined) return 0;
  const revisions = Array.from(header.matchAll(/"(\d+)-/g), ([, revision]) => Number(revision));
  return Math.max(0, ...revisions);
}

/** Parses `If-Match` and `If-None-Match` (RFC 9110, 13.1): a save must satisfy each one present. */
export function parsePrecondition(headers: IncomingHttpHeaders): Precondition {
  const match = parseTags(headers["if-match"]);
  const noneMatch = parseTags(headers["if-none-match"]);
  return (current) => (match?.(current) ?? true) && !noneMatch?.(current);
}

/** Parses `*` or a list of tags. A weak one matches too: proxies weaken tags, and each names one revision. */
function parseTags(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return (current) =>
    current !== undefined && (tags.includes("*") || tags.includes(revisionTag(current)));
}
