import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import { cursorParameter, type ParameterError, unusableParameter } from "#protocol/parameters";
import { parseSearchTerms } from "#protocol/searchTerms";
import type { StoryPage, StoryPageItem, StoryPageRequest } from "#protocol/storyPages";
import type { CollectionMetadata } from "../catalogue/collectionMetadata.ts";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import type { MintedRanges } from "../minted/mintedRanges.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { StoryHit } from "./searchIndex.ts";
import type { StorySearch } from "./storySearch.ts";

interface StoryPageDependencies {
  store: Pick<NarrativeStore, "list">;
  search: Pick<StorySearch, "search" | "beginnings">;
  metadata: CollectionMetadata;
  minted: Pick<MintedDrifters, "current">;
}

/** Later places are not searched. */
const mostRanked = 10_000;

/**
 * Returns a function that creates pages of stories: newest first, or by rank with a query. Stories of drifters that are
 * no longer minted, after a reorganisation, are left out.
 */
export function createStoryPages({ store, search, metadata, minted }: StoryPageDependencies) {
  let last: (Stories & { madeFrom: readonly unknown[] }) | undefined;

  /** @throws {ParameterError} for a broken cursor. */
  return async (request: StoryPageRequest): Promise<StoryPage> => {
    const { query } = request;
    const { found, next } = await (query === undefined ? list(request) : rank(query, request));
    await metadata.know(found.map(({ item }) => item));
    return { stories: found.map(asItem), next };
  };

  async function list({ limit, cursor }: StoryPageRequest): Promise<FoundPage> {
    const { list: all } = await listMinted();
    const start = cursor === undefined ? 0 : placeAfter(all, cursor);
    const items = all.slice(start, start + limit);
    const hits = await search.beginnings(items.map(({ drifterId }) => drifterId));
    const found = items.map((item) => ({ item, hit: hits.get(item.drifterId) }));
    const end = items.at(-1);
    return { found, next: end && start + limit < all.length ? cursorOf(end) : null };
  }

  async function rank(query: string, { limit, cursor }: StoryPageRequest): Promise<FoundPage> {
    const offset = cursor === undefined ? 0 : parseRank(cursor);
    const terms = parseSearchTerms(query);
    // One more than the page has, to know whether it is the last one.
    const hits = terms.length === 0 ? [] : await search.search(terms, offset, limit + 1);
    const { byId } = await listMinted();
    const found: Found[] = [];
    for (const hit of hits.slice(0, limit)) {
      const item = byId.get(hit.drifterId);
      // A story can be removed while its words are searched.
      if (item !== undefined) found.push({ item, hit });
    }
    const end = offset + limit;
    return {
      found,
      next: hits.length > limit && end < mostRanked ? `rank-${end}` : null,
    };
  }

  /** The stories without those of unminted drifters; the same object until something changes. */
  async function listMinted(): Promise<Stories> {
    const [all, ranges] = [await store.list(), await minted.current()];
    const madeFrom = [all, ranges?.key];
    if (last === undefined || madeFrom.some((part, index) => part !== last?.madeFrom[index])) {
      const list = all.filter(({ drifterId }) => isShown(drifterId, ranges));
      last = { madeFrom, list, byId: new Map(list.map((item) => [item.drifterId, item])) };
    }
    return last;
  }

  function asItem({ item, hit }: Found): StoryPageItem {
    const name = metadata.of(item.drifterId)?.name;
    const excerpt = hit?.excerpt ?? [];
    return { ...item, ...(name !== undefined && { name }), excerpt };
  }
}

interface Stories {
  /** Newest first. */
  list: readonly NarrativeListItem[];
  byId: ReadonlyMap<DrifterId, NarrativeListItem>;
}

interface Found {
  item: NarrativeListItem;
  hit: StoryHit | undefined;
}

interface FoundPage {
  found: Found[];
  next: string | null;
}

/** A drifter was minted when its story was accepted; while the chain is unknown, it is shown. */
export function isShown(drifterId: DrifterId, ranges: MintedRanges | undefined): boolean {
  return ranges === undefined || ranges.has(drifterId);
}

/** The cursor names the page's last story, so that new stories do not shift the pages. */
function cursorOf({ savedAt, drifterId }: NarrativeListItem): string {
  return `at-${Date.parse(savedAt)}-${drifterId}`;
}

/** Number of stories before and at a cursor. */
function placeAfter(list: readonly NarrativeListItem[], cursor: string): number {
  const [, time, drifterId] = /^at-(\d{1,15})-(\d{1,78})$/.exec(cursor) ?? [];
  if (time === undefined) throw broken(cursor);
  const milliseconds = Number(time);
  const exact = list.findIndex(
    (item) => item.drifterId === drifterId && Date.parse(item.savedAt) === milliseconds,
  );
  if (exact !== -1) return exact + 1;
  const older = list.findIndex(({ savedAt }) => Date.parse(savedAt) < milliseconds);
  return older === -1 ? list.length : older;
}

function parseRank(cursor: string): number {
  const [, digits] = /^rank-([1-9]\d{0,3})$/.exec(cursor) ?? [];
  if (digits === undefined) throw broken(cursor);
  return Number(digits);
}

function broken(cursor: string): ParameterError {
  return unusableParameter("cursor", cursorParameter.takes, cursor);
}
