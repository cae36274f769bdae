import type { DrifterFilters } from "#protocol/catalogue";

/** One choice that narrows the gallery. */
export interface ActiveFilter {
  /** What it asks for: `Helm: Cowl`. */
  label: string;
  /** The filters without this choice. */
  without: DrifterFilters;
}

/** Every choice that narrows the gallery, in the order of the form. */
export function activeFilters(filters: DrifterFilters): ActiveFilter[] {
  const { query, hasStory, ...others } = filters;
  const { phases, traits } = filters;
  const ofStory = hasStory === undefined ? {} : { hasStory };
  return [
    ...(query ? [{ label: `“${query}”`, without: { ...others, ...ofStory } }] : []),
    ...(hasStory === undefined
      ? []
      : [
          {
            label: hasStory ? "With a story" : "Without a story",
            without: { ...others, ...(query && { query }) },
          },
        ]),
    ...phases.map((phase) => ({
      label: `Phase: ${phase}`,
      without: { ...filters, phases: phases.filter((each) => each !== phase) },
    })),
    ...traits.map((trait) => ({
      label: `${trait.type}: ${trait.value}`,
      without: { ...filters, traits: traits.filter((each) => each !== trait) },
    })),
  ];
}

/** No filters, in the same order. */
export function noFilters({ order }: Pick<DrifterFilters, "order">): DrifterFilters {
  return { traits: [], phases: [], order };
}
