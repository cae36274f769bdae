import type { DrifterFacets, DrifterFilters } from "#protocol/catalogue";

/** One choice that narrows the gallery. */
export interface ActiveFilter {
  /** What it asks for: `Helm: Cowl`. */
  label: string;
  /** The filters without this choice. */
  without: DrifterFilters;
}

/** Every choice that narrows the gallery, in the order of the form. */
export function activeFilters(filters: DrifterFilters): ActiveFilter[] {
  const { query, hasStory, phases, traits } = filters;
  const active: ActiveFilter[] = [];
  if (query) active.push({ label: `“${query}”`, without: withoutQuery(filters) });
  if (hasStory !== undefined) {
    active.push({
      label: hasStory ? "With a story" : "Without a story",
      without: withoutStory(filters),
    });
  }
  for (const phase of phases) {
    const others = phases.filter((each) => each !== phase);
    active.push({ label: `Phase: ${phase}`, without: { ...filters, phases: others } });
  }
  for (const trait of traits) {
    const others = traits.filter((each) => each !== trait);
    active.push({
      label: `${trait.type}: ${trait.value}`,
      without: { ...filters, traits: others },
    });
  }
  return active;
}

/** A filter without which an empty gallery shows something. */
export interface EmptyingFilter extends ActiveFilter {
  /** Number of drifters without it; absent if unknown. */
  count?: number;
}

/**
 * The filters each of which alone makes the result empty. Facets apply every filter but their own, so they
 * count what there is without it.
 */
export function emptyingFilters(filters: DrifterFilters, facets: DrifterFacets): EmptyingFilter[] {
  const { phases, traits, hasStory } = filters;
  const emptying: EmptyingFilter[] =
    hasStory === undefined
      ? []
      : [
          {
            label: hasStory ? "With a story" : "Without a story",
            without: withoutStory(filters),
            count: facets.stories.with + facets.stories.without,
          },
        ];
  if (phases.length > 0) {
    emptying.push({
      label: `Phase: ${phases.join(" or ")}`,
      without: { ...filters, phases: [] },
      count: sum(facets.phases),
    });
  }
  for (const [type, chosen] of Map.groupBy(traits, (trait) => trait.type)) {
    const values = facets.traits.find((facet) => facet.type === type)?.values ?? [];
    emptying.push({
      label: `${type}: ${chosen.map(({ value }) => value).join(" or ")}`,
      without: { ...filters, traits: traits.filter((trait) => trait.type !== type) },
      count: sum(values),
    });
  }
  const found = emptying.filter(({ count }) => count !== 0);
  if (found.length > 0 || !filters.query) return found;
  return [{ label: `“${filters.query}”`, without: withoutQuery(filters) }];
}

function sum(counted: readonly { count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0);
}

function withoutQuery({ query: _, ...others }: DrifterFilters): DrifterFilters {
  return others;
}

function withoutStory({ hasStory: _, ...others }: DrifterFilters): DrifterFilters {
  return others;
}

/** No filters, in the same order. */
export function noFilters({ order }: Pick<DrifterFilters, "order">): DrifterFilters {
  return { traits: [], phases: [], order };
}
