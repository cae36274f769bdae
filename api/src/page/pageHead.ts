import { atomType, jsonFeedType } from "../feeds/feed.ts";
import { escaped } from "./escaped.ts";
import type { PictureSize } from "./jpegSize.ts";

/** Metadata of a page for search engines and link previews. */
export interface PagePreview {
  /** Title before the product's name; without it, the title is the product's name. */
  name?: string;
  /** Its Open Graph type. */
  type: "website" | "profile";
  description: string;
  /** Absent for pages that do not exist; they have no canonical URL. */
  path?: string;
  picture: Picture;
  /** Feed of the page's stories; its path is without the extension. */
  feed?: { title: string; path: string };
}

export interface Picture {
  path: string;
  size?: PictureSize | undefined;
  alt: string;
  /** Previews show wide pictures above the text, and square ones, uncropped, beside it. */
  shape: "wide" | "square";
}

export const productName = "Fringe Drifters";

// The content between the markers is for servers that do not replace it, such as the dev server.
const defaultHead = /<!--page-head-->.*?<!--\/page-head-->/s;

/**
 * Replaces the template's tags by the page's; returns a template without the markers unchanged.
 *
 * @param origin of the site. Open Graph requires absolute URLs, so without it a page has no og:url and no picture.
 */
export function withPageHead(template: string, preview: PagePreview, origin: string | undefined) {
  return template.replace(defaultHead, () => pageHead(preview, origin));
}

/** Title, description, canonical URL, Open Graph and Twitter tags. */
function pageHead(preview: PagePreview, origin: string | undefined): string {
  const { name, type, description, path } = preview;
  const title = name === undefined ? productName : `${name} · ${productName}`;
  return [
    `<title>${escaped(title)}</title>`,
    meta("name", "description", description),
    path === undefined ? meta("name", "robots", "noindex") : canonical(path, origin),
    meta("property", "og:site_name", productName),
    meta("property", "og:type", type),
    meta("property", "og:title", name ?? productName),
    meta("property", "og:description", description),
    ...(origin === undefined ? [] : addresses(preview, origin)),
    ...(origin === undefined ? [] : feedLinks(preview, origin)),
  ]
    .filter((tag) => tag !== "")
    .join("\n    ");
}

function canonical(path: string, origin = ""): string {
  return `<link rel="canonical" href="${escaped(origin + path)}" />`;
}

/** URLs of the page and its picture. Twitter reads everything else from the Open Graph tags. */
function addresses({ path, picture }: PagePreview, origin: string): string[] {
  const { size, alt, shape } = picture;
  const place = path === undefined ? [] : [meta("property", "og:url", origin + path)];
  const measures = size && [
    meta("property", "og:image:width", String(size.width)),
    meta("property", "og:image:height", String(size.height)),
  ];
  return [
    ...place,
    meta("property", "og:image", origin + picture.path),
    meta("property", "og:image:type", "image/jpeg"),
    ...(measures ?? []),
    meta("property", "og:image:alt", alt),
    meta("name", "twitter:card", shape === "wide" ? "summary_large_image" : "summary"),
    meta("name", "twitter:image:alt", alt),
  ];
}

/** Links to both formats of the feed, which exists only with an origin. */
function feedLinks({ feed }: PagePreview, origin: string): string[] {
  if (feed === undefined) return [];
  return [`${atomType} ${feed.path}.atom`, `${jsonFeedType} ${feed.path}.json`].map((format) => {
    const [type, path] = format.split(" ");
    const title = escaped(feed.title);
    return `<link rel="alternate" type="${type}" title="${title}" href="${origin}${path}" />`;
  });
}

function meta(kind: "name" | "property", key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escaped(content)}" />`;
}
