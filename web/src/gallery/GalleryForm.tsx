import { useRef } from "react";
import { Nouns, nouns } from "#protocol/values/noun";
import type { TokenFilters } from "#protocol/wire/catalogue";
import { pages } from "#protocol/wire/pages";
import type { TokenFacets } from "#protocol/wire/responses";
import { formatTrait } from "#protocol/wire/trait";
import { Button } from "../components/Button.tsx";
import { SelectField } from "../components/Field.tsx";
import { SearchField } from "../components/SearchField.tsx";
import { formatCount, parseGalleryLocation } from "./galleryQuery.ts";

interface GalleryFormProps {
  filters: TokenFilters;
  /** Absent until the first page has loaded. */
  facets: TokenFacets | undefined;
  /** Number of matching tokens. */
  total: number | undefined;
  /** `continuesSearch`: the change continues the current search, so the navigation replaces the history entry. */
  onChoose: (filters: TokenFilters, continuesSearch?: boolean) => void;
}

/** Renders the gallery's search and filters: a GET form, whose changes apply at once with JavaScript. */
export function GalleryForm({ filters, facets, total, onChoose }: GalleryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const lists = useRef<HTMLDetailsElement>(null);

  function choose(continuesSearch?: boolean) {
    if (form.current) onChoose(readFilters(form.current), continuesSearch);
  }

  function closeLists() {
    lists.current?.removeAttribute("open");
    lists.current?.querySelector("summary")?.focus();
  }

  return (
    <search aria-label={Nouns}>
      <form
        ref={form}
        className="stack"
        action={pages.gallery.path}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <div className="gallery-form__row">
          <SearchField
            query={filters.query ?? ""}
            label="Search"
            hint="A number, a name, a trait, or words from a story"
            onSearch={(_, continuesSearch) => choose(continuesSearch)}
          />
          <SelectField
            label="Stories"
            name="hasStory"
            value={String(filters.hasStory ?? "")}
            options={[
              ["", `All${formatFacetCount(facets, "with", "without")}`],
              ["true", `With a story${formatFacetCount(facets, "with")}`],
              ["false", `Without a story${formatFacetCount(facets, "without")}`],
            ]}
            onText={() => choose()}
          />
          <SelectField
            label="Order"
            name="order"
            value={filters.order}
            options={[
              ["newest", "Newest first"],
              ["number", "By number"],
            ]}
            onText={() => choose()}
          />
        </div>
        <details ref={lists}>
          <summary>Phases and traits</summary>
          <div className="gallery-form__lists">
            {facetGroups(filters, facets).map((group) => (
              <FacetList
                key={`${group.name} ${group.legend}`}
                {...group}
                onChoose={() => choose()}
              />
            ))}
          </div>
          <p className="gallery-form__done">
            <Button isWide isPrimary onClick={closeLists}>
              Show {total === undefined ? nouns : formatCount(total)}
            </Button>
          </p>
        </details>
        <noscript>
          <Button type="submit" isPrimary>
            Show
          </Button>
        </noscript>
      </form>
    </search>
  );
}

function readFilters(form: HTMLFormElement): TokenFilters {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return parseGalleryLocation(new URLSearchParams(entries)).filters;
}

function formatFacetCount(
  facets: TokenFacets | undefined,
  ...kinds: ("with" | "without")[]
): string {
  if (!facets) return "";
  const count = kinds.reduce((sum, kind) => sum + facets.stories[kind], 0);
  return ` (${count.toLocaleString("en")})`;
}

interface FacetListProps extends FacetGroup {
  onChoose: () => void;
}

/** Renders a checkbox with its count per value of a trait type, or per phase. */
function FacetList({ legend, name, choices, onChoose }: FacetListProps) {
  return (
    <fieldset className="facet">
      <legend className="sign" dir="auto">
        {legend}
      </legend>
      <ul>
        {choices.map(({ value, label, count, isChosen }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                name={name}
                value={value}
                checked={isChosen}
                onChange={onChoose}
              />
              <bdi>{label}</bdi> <span className="small">{count.toLocaleString("en")}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** A checkbox of the form. */
interface FacetChoice {
  /** Value of the form's parameter. */
  value: string;
  label: string;
  /** Number of tokens that match this value and all other active filters. */
  count: number;
  isChosen: boolean;
}

interface FacetGroup {
  legend: string;
  /** Name of the form's parameter. */
  name: "phase" | "trait";
  choices: FacetChoice[];
}

/** Returns checkboxes for all phases and traits that have matches or are selected. */
function facetGroups(filters: TokenFilters, facets?: TokenFacets): FacetGroup[] {
  const phases = facets?.phases.map(({ phase, count }) => ({ value: phase, count })) ?? [];
  const types = new Map(facets?.traits.map(({ type, values }) => [type, values]));
  for (const { type } of filters.traits) if (!types.has(type)) types.set(type, []);

  // If the collection has a phase trait, that trait is the filter.
  const isTrait = [...types.values()].some((values) =>
    phases.every((phase) => values.some(({ value }) => value === phase.value)),
  );
  const listed = isTrait && filters.phases.length === 0 ? [] : phases;
  const groups: FacetGroup[] = [
    {
      legend: "Phase",
      name: "phase",
      choices: listChoices(listed, filters.phases, (name) => name),
    },
    ...[...types].map(
      ([type, values]): FacetGroup => ({
        legend: type,
        name: "trait",
        choices: listChoices(
          values,
          filters.traits.filter((trait) => trait.type === type).map(({ value }) => value),
          (value) => formatTrait({ type, value }),
        ),
      }),
    ),
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

function listChoices(
  counted: readonly { value: string; count: number }[],
  chosen: readonly string[],
  parameterOf: (label: string) => string,
): FacetChoice[] {
  const countedValues = new Set(counted.map(({ value }) => value));
  const missing = chosen.filter((value) => !countedValues.has(value));
  return [...missing.map((value) => ({ value, count: 0 })), ...counted].map(({ value, count }) => ({
    value: parameterOf(value),
    label: value,
    count,
    isChosen: chosen.includes(value),
  }));
}
