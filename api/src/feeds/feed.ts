import { escapeHtml } from "#protocol/values/escapeHtml";
import { atomType } from "../pages/head.ts";

/** A feed, latest entry first, with at most one entry per token (its current story) and one per opened phase. */
export interface Feed {
  /** Permanent ID: a tag URI (RFC 4151). */
  id: string;
  title: string;
  /** URL of the page that lists these stories. */
  pageUrl: string;
  /** URL of the feed without its file extension. */
  url: string;
  /** Time of the latest entry, ISO 8601 in UTC. */
  updated: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Permanent ID: the same in all feeds, for all revisions of a story, or for a phase even if its opening moves. */
  id: string;
  title: string;
  pageUrl: string;
  /** A wallet's name or address, or the site's name. */
  author: string;
  authorUrl: string;
  /** Time at which this revision was saved or the phase opened, ISO 8601 in UTC. */
  updated: string;
  /** Beginning of the story, or the phase's terms, as plain text. */
  summary: string;
  /** The whole story as sanitized HTML with absolute links; absent if it was not rendered. */
  html?: string | undefined;
}

/** Maximum number of entries. */
export const maxEntries = 50;

/** Fixed date for an empty feed. */
export const neverUpdated = "1970-01-01T00:00:00.000Z";

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

// Characters that XML 1.0, section 2.2, forbids even as a reference.
export const forbiddenInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text for an XML element or quoted attribute; omits characters that XML cannot contain. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(forbiddenInXml, ""));
}

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
  html,
}: FeedEntry): string {
  return [
    "<entry>",
    `<id>${xmlText(id)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<updated>${xmlText(updated)}</updated>`,
    `<link rel="alternate" type="text/html" href="${xmlText(pageUrl)}"/>`,
    `<author><name>${xmlText(author)}</name><uri>${xmlText(authorUrl)}</uri></author>`,
    `<summary>${xmlText(summary)}</summary>`,
    ...(html === undefined ? [] : [`<content type="html">${xmlText(html)}</content>`]),
    "</entry>",
  ].join("\n");
}

/** Formats a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function formatJsonFeed({ title, pageUrl, url, entries }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: pageUrl,
    feed_url: `${url}.json`,
    items: entries.map(({ id, title, pageUrl, author, authorUrl, updated, summary, html }) => ({
      id,
      url: pageUrl,
      title,
      ...(html === undefined ? { content_text: summary } : { summary, content_html: html }),
      date_modified: updated,
      authors: [{ name: author, url: authorUrl }],
    })),
  });
}
