import type { DrifterFilters, DrifterPage, DrifterPageRequest } from "#protocol/catalogue";
import type { DrifterId } from "#protocol/drifterId";
import { cursorParameter, unusableParameter } from "#protocol/parameters";
import { parseSearchTerms } from "#protocol/searchTerms";
import type { KnownStories } from "../narratives/store.ts";
import type { StorySearch } from "../search/storySearch.ts";
import type { CatalogueEntry, CatalogueView } from "./catalogue.ts";
import { type FilteredDrifters, filterDrifters } from "./filterDrifters.ts";
import { referenceTo } from "./neighbours.ts";

/** What is shown at one moment. */
interface Shown {
  view: CatalogueView;
  stories: Pick<KnownStories, "has">;
}

/** Returns a function that creates pages of the gallery. */
export function createDrifterPages(search: Pick<StorySearch, "matching">) {
  /** @throws {ParameterError} for an unknown trait or phase, or another order's cursor. */
  return async (shown: Shown, request: DrifterPageRequest): Promise<DrifterPage> => {
    const { stories } = shown;
    const { entries, facets } = await applyFilters(shown, request);
    const { order, limit, cursor } = request;
    const start = cursor === undefined ? 0 : placeAfter(entries, order, cursor);
    const page = range(entries, order, start, start + limit);
    const end = page.at(-1);
    const isLast = start + limit >= entries.length;
    return {
      drifters: page.map((entry) => ({
        ...referenceTo(entry),
        ...(entry.phase !== undefined && { phase: entry.phase }),
        hasStory: stories.has(entry.drifterId),
      })),
      total: entries.length,
      facets,
      next: isLast || end === undefined ? null : cursorOf(order, end),
    };
  };

  async function applyFilters(
    { view, stories }: Shown,
    { query, ...selection }: DrifterFilters,
  ): Promise<FilteredDrifters> {
    const isFound = query === undefined ? () => true : await finder(query);
    const hasStory = ({ drifterId }: CatalogueEntry) => stories.has(drifterId);
    return filterDrifters(view, selection, { hasStory, isFound });
  }

  /** A number finds drifters by their first digits; words find names, traits and stories that have all of them. */
  async function finder(query: string): Promise<(entry: CatalogueEntry) => boolean> {
    const [, digits] = /^#?(\d+)$/.exec(query) ?? [];
    const terms = parseSearchTerms(query);
    const words = terms.map(({ words }) => ` ${words.join(" ")}`);
    const isNamed = ({ metadata }: CatalogueEntry) =>
      words.length > 0 && words.every((word) => metadata.words.includes(word));
    if (digits !== undefined) {
      return (entry) => entry.drifterId.startsWith(digits) || isNamed(entry);
    }
    const found = terms.length === 0 ? new Set<DrifterId>() : await search.matching(terms);
    return (entry) => found.has(entry.drifterId) || isNamed(entry);
  }
}

type Order = DrifterPageRequest["order"];

/** Entries are by number; the newest come first in reverse. */
function range(entries: readonly CatalogueEntry[], order: Order, start: number, end: number) {
  if (order === "number") return entries.slice(start, end);
  return entries
    .slice(Math.max(0, entries.length - end), Math.max(0, entries.length - start))
    .reverse();
}

function cursorOf(order: Order, { number }: CatalogueEntry): string {
  return `${order}-${number}`;
}

/**
 * Number of entries before and at a cursor, in the given order. The cursor is the last entry's number, so that new
 * drifters do not shift the pages.
 */
function placeAfter(entries: readonly CatalogueEntry[], order: Order, cursor: string): number {
  const [, given, digits] = /^(newest|number)-(\d{1,16})$/.exec(cursor) ?? [];
  if (given !== order) throw unusableParameter("cursor", cursorParameter.takes, cursor);
  const last = Number(digits);
  const upTo = entries.filter(({ number }) =>
    order === "number" ? number <= last : number >= last,
  );
  return upTo.length;
}
