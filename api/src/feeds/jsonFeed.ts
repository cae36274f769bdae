import type { Feed } from "./feed.ts";

/** Formats a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function formatJsonFeed({ title, pageUrl, url, entries }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: pageUrl,
    feed_url: `${url}.json`,
    items: entries.map(({ id, title, pageUrl, author, authorUrl, updated, summary }) => ({
      id,
      url: pageUrl,
      title,
      content_text: summary,
      date_modified: updated,
      authors: [{ name: author, url: authorUrl }],
    })),
  });
}
