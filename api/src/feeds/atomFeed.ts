import type { Feed, FeedEntry } from "./feed.ts";
import { atomType } from "./mediaTypes.ts";
import { xmlDeclaration, xmlText } from "./xml.ts";

/** Formats a feed as Atom (RFC 4287). */
export function formatAtomFeed({ id, title, pageUrl, url, updated, entries }: Feed): string {
  return [
    xmlDeclaration,
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xmlText(id)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<updated>${xmlText(updated)}</updated>`,
    `<link rel="self" type="${atomType}" href="${xmlText(`${url}.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(pageUrl)}"/>`,
    ...entries.map(formatEntry),
    "</feed>\n",
  ].join("\n");
}

function formatEntry({
  id,
  title,
  pageUrl,
  author,
  authorUrl,
  updated,
  summary,
}: FeedEntry): string {
  return [
    "<entry>",
    `<id>${xmlText(id)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<updated>${xmlText(updated)}</updated>`,
    `<link rel="alternate" type="text/html" href="${xmlText(pageUrl)}"/>`,
    `<author><name>${author}</name><uri>${xmlText(authorUrl)}</uri></author>`,
    `<summary>${xmlText(summary)}</summary>`,
    "</entry>",
  ].join("\n");
}
