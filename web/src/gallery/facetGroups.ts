import { type DrifterFacets, type DrifterFilters, formatTrait } from "#protocol/catalogue";

/** One checkbox of the form. */
export interface FacetChoice {
  /** Value of the form's parameter. */
  value: string;
  label: string;
  /** Number of drifters that it finds together with all other filters. */
  count: number;
  isChosen: boolean;
}

export interface FacetGroup {
  legend: string;
  /** Name of the form's parameter. */
  name: "phase" | "trait";
  choices: FacetChoice[];
}

/** The form's checkboxes: all phases and traits that find drifters, and those that are chosen. */
export function facetGroups(filters: DrifterFilters, facets?: DrifterFacets): FacetGroup[] {
  const phases = facets?.phases.map(({ phase, count }) => ({ value: phase, count })) ?? [];
  const types = new Map(facets?.traits.map(({ type, values }) => [type, values]));
  const chosen = Map.groupBy(filters.traits, ({ type }) => type);
  for (const type of chosen.keys()) if (!types.has(type)) types.set(type, []);

  const groups: FacetGroup[] = [
    { legend: "Phase", name: "phase", choices: choicesOf(phases, filters.phases, (name) => name) },
    ...[...types].map(
      ([type, values]): FacetGroup => ({
        legend: type,
        name: "trait",
        choices: choicesOf(
          values,
          (chosen.get(type) ?? []).map(({ value }) => value),
          (value) => formatTrait({ type, value }),
        ),
      }),
    ),
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

function choicesOf(
  counted: readonly { value: string; count: number }[],
  chosen: readonly string[],
  parameterOf: (label: string) => string,
): FacetChoice[] {
  const known = new Set(counted.map(({ value }) => value));
  const missing = chosen.filter((value) => !known.has(value));
  return [...missing.map((value) => ({ value, count: 0 })), ...counted].map(({ value, count }) => ({
    value: parameterOf(value),
    label: value,
    count,
    isChosen: chosen.includes(value),
  }));
}
