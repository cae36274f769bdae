import type { DrifterId } from "#protocol/values/drifterId";
import { noun, nouns } from "#protocol/values/noun";
import { parseSearchTerms } from "#protocol/values/searchTerms";
import { maxFacetValues, type TokenFilters, type TokenPageRequest } from "#protocol/wire/catalogue";
import { cursorParameter, parameterError } from "#protocol/wire/parameters";
import type { TokenFacets, TokenPageResponse } from "#protocol/wire/responses";
import { formatTrait } from "#protocol/wire/trait";
import type { NarrativeStore } from "../narratives/store.ts";
import type { StorySearch } from "../search/storySearch.ts";
import {
  type Catalogue,
  type CatalogueEntry,
  type CatalogueView,
  toReference,
} from "./catalogue.ts";

interface TokenListDependencies {
  catalogue: Catalogue;
  store: Pick<NarrativeStore, "stories">;
  search: Pick<StorySearch, "matching">;
}

/** Returns a function that creates pages of the gallery. */
export function createTokenList({ catalogue, store, search }: TokenListDependencies) {
  /** @throws {ParameterError} for an unknown trait or phase, or a cursor from a different order. */
  return async (request: TokenPageRequest): Promise<TokenPageResponse> => {
    const { query, order, limit, cursor } = request;
    const view = await catalogue.view();
    const stories = await store.stories();
    const isFound = query === undefined ? () => true : await finder(query);
    const hasStory = ({ drifterId }: CatalogueEntry) => stories.has(drifterId);
    const { entries, facets } = filterTokens(view, request, { hasStory, isFound });
    const ordered = order === "number" ? entries : entries.toReversed();
    const start = cursor === undefined ? 0 : countUpTo(entries, order, cursor);
    const page = ordered.slice(start, start + limit);
    const end = page.at(-1);
    const isLast = start + limit >= entries.length;
    return {
      tokens: page.map((entry) => ({
        ...toReference(entry),
        ...(entry.phase !== undefined && { phase: entry.phase }),
        hasStory: hasStory(entry),
      })),
      total: entries.length,
      facets,
      next: isLast || end === undefined ? null : `${order}-${end.number}`,
    };
  };

  /** A number matches token IDs by prefix; other terms must all match the name, the traits or the story. */
  async function finder(query: string): Promise<(entry: CatalogueEntry) => boolean> {
    const [, digits] = /^#?(\d+)$/.exec(query) ?? [];
    const terms = parseSearchTerms(query);
    const phrases = terms.map(({ words }) => ` ${words.join(" ")}`);
    const isNamed = ({ words }: CatalogueEntry) =>
      phrases.length > 0 && phrases.every((phrase) => words.includes(phrase));
    if (digits !== undefined) {
      return (entry) => entry.drifterId.startsWith(digits) || isNamed(entry);
    }
    const found = terms.length === 0 ? new Set<DrifterId>() : await search.matching(terms);
    return (entry) => found.has(entry.drifterId) || isNamed(entry);
  }
}

/**
 * Returns the number of entries up to and including the cursor. The cursor is the last entry's
 * number, so that new tokens do not shift the pages.
 */
function countUpTo(
  entries: readonly CatalogueEntry[],
  order: TokenFilters["order"],
  cursor: string,
): number {
  const [, given, digits] = /^(newest|number)-(\d{1,16})$/.exec(cursor) ?? [];
  if (given !== order) throw parameterError("cursor", cursorParameter.expects, cursor);
  const last = Number(digits);
  return entries.filter(({ number }) => (order === "number" ? number <= last : number >= last))
    .length;
}

/** Data that filters need in addition to the catalogue. */
interface FilterContext {
  hasStory: (entry: CatalogueEntry) => boolean;
  /** Returns whether the query matches a token. */
  isFound: (entry: CatalogueEntry) => boolean;
}

type Selection = Pick<TokenFilters, "traits" | "phases" | "hasStory">;

/** Returns the key for counting a filter's choice: the filter's name, then the choice. */
const facetKey = (filter: string, choice: unknown = "") => `${filter}\n${choice}`;
const traitFilter = (type: string) => `trait ${type}`;

/**
 * Returns the tokens that pass all filters, by number. Each filter's choices are counted among the tokens that pass
 * every other filter.
 *
 * @throws {ParameterError} for a trait or phase that no token has.
 */
export function filterTokens(
  view: CatalogueView,
  selection: Selection,
  { hasStory, isFound }: FilterContext,
): { entries: readonly CatalogueEntry[]; facets: TokenFacets } {
  assertKnown(view, selection);
  /** Returns each active filter's selected values. */
  const chosen = new Map<string, Set<unknown>>();
  const choose = (filter: string, value: unknown) =>
    chosen.set(filter, (chosen.get(filter) ?? new Set()).add(value));
  for (const { type, value } of selection.traits) choose(traitFilter(type), value);
  for (const phase of selection.phases) choose("phase", phase);
  if (selection.hasStory !== undefined) choose("story", selection.hasStory);

  const entries: CatalogueEntry[] = [];
  const counts = new Map<string, number>();
  for (const entry of view.entries) {
    if (!isFound(entry)) continue;
    const choices: (readonly [filter: string, value: unknown])[] = [
      ...entry.traits.map(({ type, value }) => [traitFilter(type), value] as const),
      ["phase", entry.phase],
      ["story", hasStory(entry)],
    ];
    const failed = [...chosen].filter(
      ([filter, values]) => !choices.some(([name, value]) => name === filter && values.has(value)),
    );
    if (failed.length === 0) entries.push(entry);
    const [onlyFor] = failed.length === 1 ? (failed[0] ?? []) : [];
    if (failed.length > 1) continue;
    for (const [filter, value] of choices) {
      if (onlyFor !== undefined && onlyFor !== filter) continue;
      const key = facetKey(filter, value);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const countTokens = (filter: string, choice: unknown) =>
    counts.get(facetKey(filter, choice)) ?? 0;
  return { entries, facets: createFacets(view, chosen, countTokens) };
}

function assertKnown(view: CatalogueView, { traits, phases }: Selection): void {
  for (const trait of traits) {
    if (view.traits.has(formatTrait(trait))) continue;
    const expects = `a trait of a minted ${noun}, such as Hat:Cowl`;
    throw parameterError("trait", expects, `${trait.type}:${trait.value}`);
  }
  for (const phase of phases) {
    if (view.phases.includes(phase)) continue;
    throw parameterError("phase", `the name of a phase with minted ${nouns}`, phase);
  }
}

function createFacets(
  view: CatalogueView,
  chosen: ReadonlyMap<string, ReadonlySet<unknown>>,
  countTokens: (filter: string, choice: unknown) => number,
): TokenFacets {
  const all = [...view.traits.values()].map(({ trait }) => trait);
  const traits = [...Map.groupBy(all, ({ type }) => type)].map(([type, group]) => {
    const filter = traitFilter(type);
    const values = group
      .map(({ value }) => ({ value, count: countTokens(filter, value) }))
      .sort((a, b) => b.count - a.count || compareTexts(a.value, b.value))
      .filter(
        ({ value, count }, index) =>
          chosen.get(filter)?.has(value) || (index < maxFacetValues && count > 0),
      );
    return { type, values };
  });
  return {
    traits: traits
      .filter(({ values }) => values.length > 0)
      .sort((a, b) => compareTexts(a.type, b.type)),
    phases: view.phases.map((phase) => ({ phase, count: countTokens("phase", phase) })),
    stories: { with: countTokens("story", true), without: countTokens("story", false) },
  };
}

const { compare: compareTexts } = new Intl.Collator("en", { numeric: true });
