import type { Address } from "viem";
import { escapeHtml } from "#protocol/values/escapeHtml";
import { pageDataElementId, type RenderedPage } from "#protocol/wire/pageMarkup";
import { ownerPagePath, productName } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import type { ImageSize } from "../collection/collection.ts";

/** A page's metadata for search engines and link previews. */
export interface PageHead {
  /** Title before the product's name; if absent, the title is the product's name. */
  title?: string | undefined;
  /** Open Graph type. */
  type: "website" | "profile";
  description: string;
  /** Absent for pages that search engines must not index, such as missing pages. */
  path?: string | undefined;
  picture: Picture;
  /** Path of the page's feed, without file extension. */
  feed?: { title: string; path: string } | undefined;
  /** The page's story, for search engines. */
  story?: { author: Address; authorName: string; savedAt: string; revision: number } | undefined;
}

interface Picture {
  path: string;
  size?: ImageSize | undefined;
  alt: string;
  /** Previews show wide images above the text, and square images, uncropped, beside the text. */
  shape: "wide" | "square";
}

export const atomType = "application/atom+xml";
export const jsonFeedType = "application/feed+json";

// Matches the default head, which servers that do not insert a page's head, such as the dev server, use as is.
const defaultHead = /<!--page-head-->.*?<!--\/page-head-->/s;

/**
 * Matches the part of `index.html` that the rendered page replaces, which contains a message for
 * visitors without JavaScript.
 */
const renderedPart = /<!--page-->.*<!--\/page-->/s;

/** Placeholder in `index.html` for the page's stylesheets and scripts. */
const pageLinksMarker = "<!--page-links-->";

/** Inserts a rendered page into the template. No string in the data can close its script element. */
export function insertRenderedPage(
  template: string,
  { markup, data, files }: RenderedPage,
): string {
  const json = data.replaceAll("<", "\\u003c");
  const element = `<script type="application/json" id="${pageDataElementId}">${json}</script>`;
  const links = [
    ...files.styles.map((file) => `<link rel="stylesheet" href="/${file}" />`),
    ...files.modules.map((file) => `<link rel="modulepreload" href="/${file}" />`),
  ];
  return template
    .replace(pageLinksMarker, () => links.join(""))
    .replace(renderedPart, () => markup)
    .replace("</body>", () => `${element}</body>`);
}

/**
 * Replaces the template's tags with the page's; returns a template without markers unchanged.
 *
 * @param origin the site's origin. Without an origin, the head has no og:url, image or feed,
 * because Open Graph requires absolute URLs.
 */
export function insertPageHead(template: string, head: PageHead, origin: string | undefined) {
  const { title, type, description, path } = head;
  const tags = [
    `<title>${escapeHtml(title === undefined ? productName : `${title} · ${productName}`)}</title>`,
    meta("name", "description", description),
    path === undefined
      ? meta("name", "robots", "noindex")
      : `<link rel="canonical" href="${escapeHtml((origin ?? "") + path)}" />`,
    meta("property", "og:site_name", productName),
    meta("property", "og:type", type),
    meta("property", "og:title", title ?? productName),
    meta("property", "og:description", description),
    ...(origin === undefined ? [] : absoluteTags(head, origin)),
  ];
  return template.replace(defaultHead, () => tags.join("\n    "));
}

/**
 * Formats the tags with the page's, the image's and the feeds' URLs. Twitter reads the rest from the Open Graph tags.
 */
function absoluteTags(head: PageHead, origin: string): string[] {
  const { path, picture, feed, story } = head;
  const { size, alt, shape } = picture;
  const tags = [
    meta("property", "og:image", origin + picture.path),
    meta("property", "og:image:type", "image/jpeg"),
    meta("property", "og:image:alt", alt),
    meta("name", "twitter:card", shape === "wide" ? "summary_large_image" : "summary"),
    meta("name", "twitter:image:alt", alt),
  ];
  if (path !== undefined) tags.push(meta("property", "og:url", origin + path));
  if (size !== undefined) {
    tags.push(meta("property", "og:image:width", String(size.width)));
    tags.push(meta("property", "og:image:height", String(size.height)));
  }
  const feedLink = (type: string, extension: string) =>
    feed &&
    `<link rel="alternate" type="${type}" title="${escapeHtml(feed.title)}" href="${origin}${feed.path}${extension}" />`;
  const feeds = [feedLink(atomType, ".atom"), feedLink(jsonFeedType, ".json")];
  if (path !== undefined && story !== undefined)
    tags.push(...storyTags(head, origin + path, origin));
  return [...tags, ...feeds.filter((link) => link !== undefined)];
}

/** Formats a story for search engines as an article (https://schema.org/Article), and the link to its oEmbed data. */
function storyTags(head: PageHead, url: string, origin: string): string[] {
  const { title, description, picture, story } = head;
  const article = {
    ...{ "@context": "https://schema.org", "@type": "Article", url, headline: title, description },
    image: origin + picture.path,
    author: {
      "@type": "Person",
      name: story?.authorName,
      url: origin + ownerPagePath(story?.author ?? ""),
    },
    // The first revision's time is not known here.
    ...(story?.revision === 1 && { datePublished: story.savedAt }),
    dateModified: story?.savedAt,
    isPartOf: { "@type": "WebSite", name: productName, url: `${origin}/` },
  };
  const json = JSON.stringify(article).replaceAll("<", "\\u003c");
  const embed = `${origin}${apiPaths.embed}?${new URLSearchParams({ url })}`;
  return [
    `<script type="application/ld+json">${json}</script>`,
    `<link rel="alternate" type="application/json+oembed" title="${escapeHtml(title ?? productName)}" href="${escapeHtml(embed)}" />`,
  ];
}

function meta(kind: "name" | "property", key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`;
}
