import { parseSearchTerms } from "#protocol/values/searchTerms";
import { cursorParameter, type ParameterError, unusableParameter } from "#protocol/wire/parameters";
import type { NarrativeListItem, StoryPage, StoryPageItem } from "#protocol/wire/responses";
import type { StoryPageRequest } from "#protocol/wire/storyList";
import type { MintedTokens } from "../chain/minted.ts";
import { isShown } from "../chain/mintedRanges.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { cursorOf, parseCursor, type StoryPosition } from "../narratives/storyIndex.ts";
import type { StoryHit, StorySearch } from "../search/storySearch.ts";
import type { CollectionMetadata } from "./metadata.ts";

interface StoryPageDependencies {
  store: Pick<NarrativeStore, "stories">;
  search: Pick<StorySearch, "search" | "beginnings">;
  metadata: CollectionMetadata;
  minted: Pick<MintedTokens, "current">;
}

/** Maximum position that a search reaches. */
const maxRanked = 10_000;

/**
 * Returns a function that creates pages of stories: newest first, or by rank with a query. Omits stories of tokens that
 * a reorganization has removed.
 */
export function createStoryList({ store, search, metadata, minted }: StoryPageDependencies) {
  /** @throws {ParameterError} for a broken cursor. */
  return async (request: StoryPageRequest): Promise<StoryPage> => {
    const { query } = request;
    const { found, next } = await (query === undefined ? list(request) : rank(query, request));
    await metadata.know(found.map(({ item }) => item));
    return { stories: found.map(toItem), next };
  };

  async function list({ limit, cursor, author }: StoryPageRequest): Promise<FoundPage> {
    const after = cursor === undefined ? undefined : parseStoryCursor(cursor);
    const ranges = await minted.current();
    const stories = await store.stories();
    // One more than the page size, to detect the last page.
    const next = stories.page(
      limit + 1,
      after,
      (item) => isShown(item.drifterId, ranges) && isBy(item, author),
    );
    const items = next.slice(0, limit);
    const hits = await search.beginnings(items.map(({ drifterId }) => drifterId));
    const found = items.map((item) => ({ item, hit: hits.get(item.drifterId) }));
    const end = items.at(-1);
    return { found, next: end && next.length > limit ? cursorOf(end) : null };
  }

  async function rank(query: string, { limit, cursor }: StoryPageRequest): Promise<FoundPage> {
    const offset = cursor === undefined ? 0 : parseRank(cursor);
    const terms = parseSearchTerms(query);
    // One more than the page size, to detect the last page.
    const hits = terms.length === 0 ? [] : await search.search(terms, offset, limit + 1);
    const ranges = await minted.current();
    const stories = await store.stories();
    const found: Found[] = [];
    for (const hit of hits.slice(0, limit)) {
      const item = stories.story(hit.drifterId);
      // A story can be removed while the search runs.
      if (item && isShown(item.drifterId, ranges)) found.push({ item, hit });
    }
    const end = offset + limit;
    return {
      found,
      next: hits.length > limit && end < maxRanked ? `rank-${end}` : null,
    };
  }

  function toItem({ item, hit }: Found): StoryPageItem {
    const name = metadata.of(item.drifterId)?.name;
    const { excerpt = [], readingMinutes } = hit ?? {};
    return {
      ...item,
      ...(name !== undefined && { name }),
      excerpt,
      ...(readingMinutes !== undefined && { readingMinutes }),
    };
  }
}

/** Returns whether the wallet wrote the story; always true without a wallet. */
function isBy({ author }: NarrativeListItem, wallet: string | undefined): boolean {
  return wallet === undefined || author.toLowerCase() === wallet;
}

interface Found {
  item: NarrativeListItem;
  hit: StoryHit | undefined;
}

interface FoundPage {
  found: Found[];
  next: string | null;
}

function parseStoryCursor(cursor: string): StoryPosition {
  const start = parseCursor(cursor);
  if (start === undefined) throw broken(cursor);
  return start;
}

function parseRank(cursor: string): number {
  const [, digits] = /^rank-([1-9]\d{0,3})$/.exec(cursor) ?? [];
  if (digits === undefined) throw broken(cursor);
  return Number(digits);
}

function broken(cursor: string): ParameterError {
  return unusableParameter("cursor", cursorParameter.takes, cursor);
}
