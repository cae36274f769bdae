import type { StoryPageItem } from "#protocol/storyPages";
import {
  type FeedEntry,
  formatAtomFeed,
  mostEntries,
  neverUpdated,
  productName,
} from "#service/pages";
import type { Settings } from "#service/settings";
import { pageFile } from "./relativeLinks.ts";

/**
 * Formats the newest stories as Atom. Its links are relative, because a book has no address of its own; its IDs are
 * those of CAIP-19, the same in all books of a collection.
 *
 * @param stories newest first.
 */
export function formatBookFeed(
  stories: readonly (StoryPageItem & Pick<FeedEntry, "summary">)[],
  { chainId, contractAddress }: Pick<Settings, "chainId" | "contractAddress">,
): string {
  const collection = `eip155:${chainId}/erc721:${contractAddress}`;
  return formatAtomFeed({
    id: collection,
    title: `Stories · ${productName}`,
    pageUrl: pageFile("/"),
    url: "feed",
    updated: stories[0]?.savedAt ?? neverUpdated,
    entries: stories.slice(0, mostEntries).map(({ drifterId, name, author, savedAt, summary }) => ({
      id: `${collection}/${drifterId}`,
      title: name ?? `Drifter #${drifterId}`,
      pageUrl: pageFile(`/drifter/${drifterId}`),
      author,
      authorUrl: pageFile(`/owner/${author}`),
      updated: savedAt,
      summary,
    })),
  });
}
