import { defaultSchema, type Options as Schema } from "rehype-sanitize";

const allowedScheme = /^(?:https?|mailto|tel):/i;
/** `/path`, but not `//host` or `/\host`, which lead to another site, nor what Markdown makes of the latter. */
const sitePath = /^\/(?![/\\]|%5c)/i;

/**
 * The URL if a story may link to it, otherwise nothing: `#…`, paths of this site, http, https, mailto
 * and tel in any letter case.
 */
export function allowedUrl(url: string): string {
  // Browsers drop these characters before they read a URL, so `/\t/host` is `//host`.
  const seen = url.replace(/[\t\n\r]/g, "").trim();
  const isAllowed = seen.startsWith("#") || sitePath.test(seen) || allowedScheme.test(seen);
  return isAllowed ? seen : "";
}

/**
 * What a story may contain, beyond what GitHub allows on its own pages: any URL passes here, because
 * `allowedUrl` decides about URLs and this sanitiser would compare schemes case-sensitively.
 */
export const storySchema: Schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: [], src: [] },
  // Footnotes come with this prefix already, and no other id can reach the tree.
  clobberPrefix: "",
};
