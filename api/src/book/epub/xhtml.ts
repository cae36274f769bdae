import { escapeHtml } from "#protocol/values/escapeHtml";
import type { SignedRevision } from "#protocol/wire/responses";
import { forbiddenInXml, xmlDeclaration, xmlText } from "../../feeds/feed.ts";

export interface XhtmlDocument {
  title: string;
  /** Well-formed markup of the body. */
  body: string;
  /** The body's `epub:type`, such as `bodymatter`. */
  type: string;
}

/** Formats an XHTML document of an EPUB 3.3 publication. Its style sheets are in the same folder. */
export function xhtmlDocument({ title, body, type }: XhtmlDocument): string {
  const namespaces =
    'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"';
  return `${xmlDeclaration}
<!DOCTYPE html>
<html ${namespaces} lang="en" xml:lang="en">
<head>
<title>${xmlText(title)}</title>
<link rel="stylesheet" type="text/css" href="fonts.css"/>
<link rel="stylesheet" type="text/css" href="book.css"/>
</head>
<body epub:type="${type}">
${body}
</body>
</html>
`;
}

/** Matches an attribute with a URL in rendered markup, which contains no other quotes. */
const linkedUrl = / (href|src)="([^"]*)"/g;
/** Matches attributes for browsers, which EPUB's schema rejects or reading systems ignore. */
const browserAttributes = / (?:target|rel|referrerpolicy|loading|tabindex)="[^"]*"/g;
const image = /<img ([^>]*)>/g;
/** Matches what a URL may contain, as RFC 3986 lists it. Browsers accept more. */
const notInUrl = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]|%(?![\da-f]{2})/gi;

/**
 * Makes a story's rendered markup valid in an EPUB: links to chapters are files, links that lead nowhere are removed,
 * other URLs are normalized, and an image is replaced by its alternative text, because a book cannot load images.
 *
 * @param chapterFile returns the file of a page's path; undefined if the book has no such chapter.
 */
export function storyXhtml(
  markup: string,
  chapterFile: (path: string) => string | undefined,
): string {
  return markup
    .replace(forbiddenInXml, "")
    .replaceAll(image, (_, attributes) => / alt="([^"]*)"/.exec(` ${attributes}`)?.[1] ?? "")
    .replaceAll(browserAttributes, "")
    .replaceAll(linkedUrl, (_, attribute, escaped) => {
      const isHere = escaped.startsWith("#") && markup.includes(` id="${escaped.slice(1)}"`);
      const url = isHere ? escaped : bookUrl(escaped, chapterFile);
      return url === undefined ? "" : ` ${attribute}="${url}"`;
    });
}

function bookUrl(
  escaped: string,
  chapterFile: (path: string) => string | undefined,
): string | undefined {
  if (escaped.startsWith("/")) return chapterFile(escaped.replace(/[?#].*/, ""));
  const url = URL.parse(escaped.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"));
  return url === null ? undefined : escapeHtml(url.href.replace(notInUrl, encodeURIComponent));
}

// One for all, because each has hundreds of kilobytes outside the heap.
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Formats who signed a revision, and when it was saved. */
export function formatRevision({ author, savedAt }: Pick<SignedRevision, "author" | "savedAt">) {
  const time = `<time datetime="${savedAt}">${day.format(new Date(savedAt))}</time>`;
  return `by <span class="address">${author}</span> on ${time}`;
}
