import type { Options as Schema } from "rehype-sanitize";

const allowedScheme = /^(?:https?|mailto|tel):/i;
/** `/path`, but not `//host`, `/\host` or its encoding `/%5c`, which lead to other sites. */
const sitePath = /^\/(?![/\\]|%5c)/i;

/**
 * Returns the URL if a story may link to it, otherwise an empty string. Allowed are `#…`, paths of this
 * site, and http, https, mailto and tel in any letter case.
 */
export function allowedUrl(url: string): string {
  // Browsers drop these characters before they read a URL, so `/\t/host` is `//host`.
  const seen = url.replace(/[\t\n\r]/g, "").trim();
  const isAllowed = seen.startsWith("#") || sitePath.test(seen) || allowedScheme.test(seen);
  return isAllowed ? seen : "";
}

/**
 * Changes of the sanitiser's schema, GitHub's, for stories: any URL is allowed, because `allowedUrl` filters
 * URLs and this sanitiser compares schemes case-sensitively.
 */
export const storySchema: Schema = {
  protocols: {},
  // Footnote IDs already have this prefix, and the tree has no other IDs.
  clobberPrefix: "",
};
