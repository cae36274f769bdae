import { posix } from "node:path";
import { tokenTitle } from "#protocol/values/noun";
import { ownerPagePath, pages, productName, tokenPagePath } from "#protocol/wire/pages";
import type { StoryPageItem } from "#protocol/wire/responses";
import { type FeedEntry, formatAtomFeed, maxEntries, neverUpdated } from "../feeds/feed.ts";
import type { Settings } from "../settings/settings.ts";

/** Matches an attribute with a site path. Rendered markup contains no other quotes. */
const linkedPath = / (href|src)="(\/(?!\/)[^"]*)"/g;

/** Matches sources for smaller images, which a book does not contain. */
const sources = /<source [^>]*>/g;

/**
 * Makes a rendered page's links relative, so that the book works at any path.
 *
 * @param page path of the page's file. @param has whether the book contains a file; removes links to other pages.
 */
export function relativeLinks(html: string, page: string, has: (path: string) => boolean): string {
  const folder = posix.dirname(page);
  return html.replaceAll(sources, "").replaceAll(linkedPath, (_, attribute, link) => {
    const [, path = "", hash = ""] = /^\/([^?#]*)[^#]*(#.*)?$/.exec(link) ?? [];
    const file = [path, pageFile(`/${path}`)].find((name) => has(name));
    return file === undefined ? "" : ` ${attribute}="${posix.relative(folder, file)}${hash}"`;
  });
}

/** Returns a page's file: `keeper/7.html` for `/keeper/7`. */
export function pageFile(path: string): string {
  return path === pages.home.path || path === pages.stories.path
    ? "index.html"
    : `${path.slice(1)}.html`;
}

/**
 * Formats the newest stories as Atom. Links are relative, because a book has no fixed URL; IDs are
 * CAIP-19 IDs, identical in all of a collection's books.
 *
 * @param stories newest first.
 */
export function formatBookFeed(
  stories: readonly (StoryPageItem & Pick<FeedEntry, "summary">)[],
  { chainId, contract }: Pick<Settings, "chainId" | "contract">,
): string {
  const collection = `eip155:${chainId}/erc721:${contract}`;
  return formatAtomFeed({
    id: collection,
    title: `Stories · ${productName}`,
    pageUrl: pageFile(pages.home.path),
    url: "feed",
    updated: stories[0]?.savedAt ?? neverUpdated,
    entries: stories.slice(0, maxEntries).map(({ drifterId, name, author, savedAt, summary }) => ({
      id: `${collection}/${drifterId}`,
      title: name ?? tokenTitle(drifterId),
      pageUrl: pageFile(tokenPagePath(drifterId)),
      author,
      authorUrl: pageFile(ownerPagePath(author)),
      updated: savedAt,
      summary,
    })),
  });
}
