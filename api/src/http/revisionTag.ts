import type { IncomingHttpHeaders } from "node:http";
import type { NarrativeListItem } from "#protocol/wire/responses";
import { revisionTag } from "#protocol/wire/revisionTag";

/** Returns whether a save may replace the current story, if any. */
export type Precondition = (current: NarrativeListItem | undefined) => boolean;

/** Suffixes that compressing proxies add to strong tags, such as Apache's `"2-x-gzip"`. */
const codingSuffix = /[-;]+(?:gzip|br|zstd|deflate)(?=")/g;

/** Removes suffixes that compressing proxies added to a request's tags. */
export function restoreTags(headers: IncomingHttpHeaders): void {
  const { "if-match": match, "if-none-match": noneMatch } = headers;
  if (match !== undefined) headers["if-match"] = match.replace(codingSuffix, "");
  if (noneMatch !== undefined) headers["if-none-match"] = noneMatch.replace(codingSuffix, "");
}

/** Returns whether ETags for this path contain revisions. */
export const hasRevisionTag = (url: string) =>
  /^\/api\/narrative\/\d+(?:\/history)?(?:\?|$)/.test(url);

/**
 * Returns the latest revision in the ETags of `If-None-Match`, or 0. The client has read or saved
 * this revision, so an older revision would be outdated.
 */
export function cachedRevision({ "if-none-match": header }: IncomingHttpHeaders): number {
  if (header === undefined) return 0;
  const revisions = Array.from(header.matchAll(/"(\d+)-/g), ([, revision]) => Number(revision));
  return Math.max(0, ...revisions);
}

/** Parses `If-Match` and `If-None-Match` (RFC 9110, section 13.1): a save must satisfy each header that is present. */
export function parsePrecondition(headers: IncomingHttpHeaders): Precondition {
  const match = parseTags(headers["if-match"]);
  const noneMatch = parseTags(headers["if-none-match"]);
  return (current) => (match?.(current) ?? true) && !noneMatch?.(current);
}

/** Parses `*` or a list of ETags. Weak tags match too: proxies weaken tags, and each tag identifies one revision. */
function parseTags(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return (current) =>
    current !== undefined && (tags.includes("*") || tags.includes(revisionTag(current)));
}
