import { parseSearchTerms } from "#protocol/values/searchTerms";
import { cursorParameter, type ParameterError, parameterError } from "#protocol/wire/parameters";
import type { NarrativeListItem, StoryPage, StoryPageItem } from "#protocol/wire/responses";
import type { StoryPageRequest } from "#protocol/wire/storyList";
import type { MintedTokens } from "../chain/minted.ts";
import { isShown } from "../chain/mintedRanges.ts";
import type { Names } from "../names/names.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { formatCursor, parseCursor, type StoryPosition } from "../narratives/storyIndex.ts";
import type { StoryHit, StorySearch } from "../search/storySearch.ts";
import type { CollectionMetadata } from "./metadata.ts";

interface StoryPageDependencies {
  store: Pick<NarrativeStore, "stories">;
  search: Pick<StorySearch, "search" | "beginnings">;
  metadata: CollectionMetadata;
  minted: Pick<MintedTokens, "current">;
  names: Pick<Names, "of">;
}

/** Maximum rank that a search returns. */
const maxRanked = 10_000;

/**
 * Returns a function that creates pages of stories: newest first, or by rank with a query. Omits
 * stories about tokens that a reorg has removed.
 */
export function createStoryList({ store, search, metadata, minted, names }: StoryPageDependencies) {
  /** @throws {ParameterError} for an invalid cursor. */
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
      (item) => isShown(item.drifterId, ranges) && isWrittenBy(item, author),
    );
    const items = next.slice(0, limit);
    const hits = await search.beginnings(items.map(({ drifterId }) => drifterId));
    const found = items.map((item) => ({ item, hit: hits.get(item.drifterId) }));
    const end = items.at(-1);
    return { found, next: end && next.length > limit ? formatCursor(end) : null };
  }

  async function rank(query: string, { limit, cursor }: StoryPageRequest): Promise<FoundPage> {
    const offset = cursor === undefined ? 0 : parseRank(cursor);
    const terms = parseSearchTerms(query);
    // One more than the page size, to detect the last page.
    const hits = terms.length === 0 ? [] : await search.search(terms, offset, limit + 1);
    const ranges = await minted.current();
    const stories = await store.stories();
    const found: FoundStory[] = [];
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

  function toItem({ item, hit }: FoundStory): StoryPageItem {
    const name = metadata.of(item.drifterId)?.name;
    const { title, excerpt = [], readingMinutes } = hit ?? {};
    const authorName = names.of(item.author);
    return {
      ...item,
      ...(name !== undefined && { name }),
      ...(title !== undefined && { title }),
      excerpt,
      ...(readingMinutes !== undefined && { readingMinutes }),
      ...(authorName && { authorName }),
    };
  }
}

/** Returns whether the wallet wrote the story; always true without a wallet. */
function isWrittenBy({ author }: NarrativeListItem, wallet: string | undefined): boolean {
  return wallet === undefined || author.toLowerCase() === wallet;
}

interface FoundStory {
  item: NarrativeListItem;
  hit: StoryHit | undefined;
}

interface FoundPage {
  found: FoundStory[];
  next: string | null;
}

function parseStoryCursor(cursor: string): StoryPosition {
  const start = parseCursor(cursor);
  if (start === undefined) throw cursorError(cursor);
  return start;
}

function parseRank(cursor: string): number {
  const [, digits] = /^rank-([1-9]\d{0,3})$/.exec(cursor) ?? [];
  if (digits === undefined) throw cursorError(cursor);
  return Number(digits);
}

function cursorError(cursor: string): ParameterError {
  return parameterError("cursor", cursorParameter.expects, cursor);
}
