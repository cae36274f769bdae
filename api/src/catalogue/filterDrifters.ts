import { type DrifterFacets, type DrifterFilters, mostFacetValues } from "#protocol/catalogue";
import { type ParameterError, unusableParameter } from "#protocol/parameters";
import type { CatalogueEntry, CatalogueView } from "./catalogue.ts";

/** What filters need beside the catalogue. */
interface FilterContext {
  hasStory: (entry: CatalogueEntry) => boolean;
  /** Whether the query finds a drifter. */
  isFound: (entry: CatalogueEntry) => boolean;
}

/** Drifters that pass all filters, by number, and the counts of each filter's choices. */
export interface FilteredDrifters {
  entries: readonly CatalogueEntry[];
  facets: DrifterFacets;
}

type Selection = Pick<DrifterFilters, "traits" | "phases" | "hasStory">;

/**
 * Filters drifters. Each filter's choices are counted among the drifters that pass all other filters.
 *
 * @throws {ParameterError} for a trait or phase that no drifter has.
 */
export function filterDrifters(
  view: CatalogueView,
  selection: Selection,
  { hasStory, isFound }: FilterContext,
): FilteredDrifters {
  assertKnown(view, selection);
  const wanted = valuesByType(selection);
  const counts = new Counts();
  const entries: CatalogueEntry[] = [];
  for (const entry of view.entries) {
    if (!isFound(entry)) continue;
    const failed = failedFilters(entry, hasStory(entry));
    if (failed.length === 0) entries.push(entry);
    if (failed.length <= 1) counts.add(entry, hasStory(entry), failed[0]);
  }
  return { entries, facets: counts.facets(view, wanted) };

  /** The filters that a drifter does not pass, as keys; more than two are not needed. */
  function failedFilters(entry: CatalogueEntry, isWithStory: boolean): string[] {
    const failed: string[] = [];
    for (const [type, values] of wanted) {
      const { traits } = entry.metadata;
      const fits = traits.some((trait) => trait.type === type && values.has(trait.value));
      if (!fits) failed.push(traitFilter(type));
      if (failed.length > 1) return failed;
    }
    const { phases } = selection;
    if (phases.length > 0 && !phases.some((phase) => phase === entry.phase)) {
      failed.push(phaseFilter);
    }
    if (selection.hasStory !== undefined && selection.hasStory !== isWithStory) {
      failed.push(storyFilter);
    }
    return failed;
  }
}

const phaseFilter = "phase";
const storyFilter = "story";
const traitFilter = (type: string) => `trait ${type}`;

function valuesByType({ traits }: Selection): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = Map.groupBy(traits, ({ type }) => type);
  return new Map(
    [...groups].map(([type, group]) => [type, new Set(group.map(({ value }) => value))]),
  );
}

function assertKnown(view: CatalogueView, { traits, phases }: Selection): void {
  const known = traits.length === 0 ? [] : [...view.traits.keys()];
  for (const { type, value } of traits) {
    if (known.some((trait) => trait.type === type && trait.value === value)) continue;
    throw unknown("trait", "a trait of a minted drifter, such as Hat:Cowl", `${type}:${value}`);
  }
  for (const phase of phases) {
    if (view.phases.includes(phase)) continue;
    throw unknown("phase", "the name of a phase with minted drifters", phase);
  }
}

function unknown(parameter: string, takes: string, text: string): ParameterError {
  return unusableParameter(parameter, takes, text);
}

/** Counts of the choices of all filters. */
class Counts {
  readonly #traits = new Map<CatalogueEntry["metadata"]["traits"][number], number>();
  readonly #phases = new Map<string, number>();
  readonly #stories = { with: 0, without: 0 };

  /** Counts a drifter for all filters, or only for the one that it does not pass. */
  add({ metadata, phase }: CatalogueEntry, hasStory: boolean, failed: string | undefined): void {
    for (const trait of metadata.traits) {
      if (failed !== undefined && failed !== traitFilter(trait.type)) continue;
      this.#traits.set(trait, (this.#traits.get(trait) ?? 0) + 1);
    }
    if (phase !== undefined && (failed === undefined || failed === phaseFilter)) {
      this.#phases.set(phase, (this.#phases.get(phase) ?? 0) + 1);
    }
    if (failed === undefined || failed === storyFilter) {
      this.#stories[hasStory ? "with" : "without"] += 1;
    }
  }

  facets(view: CatalogueView, wanted: ReturnType<typeof valuesByType>): DrifterFacets {
    const types = Map.groupBy(view.traits.keys(), ({ type }) => type);
    const traits = [...types].map(([type, traits]) => {
      const counted = traits.map((trait) => ({
        value: trait.value,
        count: this.#traits.get(trait) ?? 0,
      }));
      counted.sort((a, b) => b.count - a.count || compareTexts(a.value, b.value));
      const values = counted.filter(
        ({ value, count }, place) =>
          wanted.get(type)?.has(value) || (place < mostFacetValues && count > 0),
      );
      return { type, values };
    });
    return {
      traits: traits
        .filter(({ values }) => values.length > 0)
        .sort((a, b) => compareTexts(a.type, b.type)),
      phases: view.phases.map((phase) => ({ phase, count: this.#phases.get(phase) ?? 0 })),
      stories: this.#stories,
    };
  }
}

const { compare: compareTexts } = new Intl.Collator("en", { numeric: true });
