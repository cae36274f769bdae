import type { Address } from "viem";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import type { CollectionMetadata } from "../catalogue/metadata.ts";
import type { MintedDrifters } from "../chain/minted.ts";
import type { Settings } from "../env.ts";
import type { KnownStories, NarrativeStore } from "../narratives/store.ts";
import { productName } from "../page/pageHead.ts";
import { ApiError } from "../problem.ts";
import { isShown } from "../search/storyPages.ts";
import { firstWords } from "../search/text.ts";
import { type Feed, type FeedEntry, mostEntries, neverUpdated } from "./feed.ts";

/**
 * Feeds of stories. Methods throw `route.not_found` without `PUBLIC_URL`, and `store.unavailable` when the store
 * fails.
 */
export interface Feeds {
  ofAll(): Promise<Feed>;
  /** Has no entry while the drifter has no story. Throws `drifter.not_found` and `chain.unavailable`. */
  ofDrifter(drifterId: DrifterId): Promise<Feed>;
  /** The current stories that a wallet wrote. */
  ofOwner(owner: Address): Promise<Feed>;
}

interface FeedDependencies {
  settings: Pick<Settings, "publicUrl" | "chainId" | "contractAddress">;
  store: Pick<NarrativeStore, "stories" | "find">;
  minted: Pick<MintedDrifters, "current" | "isMinted">;
  metadata: CollectionMetadata;
}

/** What distinguishes one feed from the others. */
interface Subject {
  /** Path of the feed without `/feed.atom`. */
  path: string;
  pagePath: string;
  title: () => string;
  /** Names that the title needs. */
  named: readonly { drifterId: DrifterId }[];
  /** Its newest stories, more than it shows if some may not be shown. */
  select(
    stories: KnownStories,
    isWanted: (drifterId: DrifterId) => boolean,
  ): readonly NarrativeListItem[];
}

export function createFeeds({ settings, store, minted, metadata }: FeedDependencies): Feeds {
  const { publicUrl, chainId, contractAddress } = settings;

  return {
    ofAll: () =>
      feedOf({
        path: "",
        pagePath: "/stories",
        title: () => "Stories",
        named: [],
        select: (stories, isWanted) => stories.page(mostEntries, undefined, isWanted),
      }),
    async ofDrifter(drifterId) {
      requirePublicUrl(publicUrl);
      if (!(await minted.isMinted(drifterId))) throw new ApiError("drifter.not_found");
      const path = `/drifter/${drifterId}`;
      return feedOf({
        path,
        pagePath: path,
        title: () => `Story of ${nameOf(drifterId)}`,
        named: [{ drifterId }],
        select: (stories) => [stories.story(drifterId)].filter((item) => item !== undefined),
      });
    },
    ofOwner(owner) {
      const path = `/owner/${owner}`;
      const title = () => `Stories by ${owner.slice(0, 6)}…${owner.slice(-4)}`;
      return feedOf({
        path,
        pagePath: path,
        title,
        named: [],
        select: (stories) => stories.byAuthor(owner),
      });
    },
  };

  async function feedOf(subject: Subject): Promise<Feed> {
    const { path, pagePath, title } = subject;
    const origin = requirePublicUrl(publicUrl);
    const ranges = await minted.current();
    const isWanted = (drifterId: DrifterId) => isShown(drifterId, ranges);
    const stories = await store.stories();
    const items = subject
      .select(stories, isWanted)
      .filter(({ drifterId }) => isWanted(drifterId))
      .slice(0, mostEntries);
    await metadata.know([...items, ...subject.named]);
    const entries: FeedEntry[] = [];
    // One at a time, as a story may be a megabyte.
    for (const item of items) {
      const story = await store.find(item.drifterId);
      // It may have been removed or hidden meanwhile.
      if (story !== undefined) entries.push(entryOf(story, origin));
    }
    return {
      id: `${tagOf(origin)}${path}/feed`,
      title: `${title()} · ${productName}`,
      pageUrl: origin + pagePath,
      url: `${origin}${path}/feed`,
      updated: entries[0]?.updated ?? neverUpdated,
      entries,
    };
  }

  function entryOf(story: NarrativeRecord, origin: string): FeedEntry {
    const { drifterId, author, savedAt, narrative } = story;
    return {
      id: `${tagOf(origin)}/drifter/${drifterId}`,
      title: nameOf(drifterId),
      pageUrl: `${origin}/drifter/${drifterId}`,
      author,
      authorUrl: `${origin}/owner/${author}`,
      updated: savedAt,
      summary: storySummary(narrative),
    };
  }

  function nameOf(drifterId: DrifterId): string {
    return metadata.of(drifterId)?.name ?? `Drifter #${drifterId}`;
  }

  /** Start of all IDs: a tag URI (RFC 4151) that names the chain and the contract. */
  function tagOf(origin: string): string {
    const { hostname } = new URL(origin);
    return `tag:${hostname},2026:eip155:${chainId}:${contractAddress.toLowerCase()}`;
  }
}

/**
 * The site's origin for absolute URLs, never that of a request.
 *
 * @throws {ApiError} `route.not_found` if it is not set.
 */
export function requirePublicUrl(publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  throw new ApiError("route.not_found", {
    detail: "Feeds and sitemaps need absolute URLs: the operator has not set PUBLIC_URL.",
  });
}

const longestSummary = 500;

/** The first words of a story as plain text, for a feed. */
export function storySummary(narrative: string): string {
  return firstWords(narrative, longestSummary);
}
