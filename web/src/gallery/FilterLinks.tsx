import { Link } from "react-router-dom";
import type { TokenFilters } from "#protocol/wire/catalogue";
import { galleryPath } from "./galleryQuery.ts";

interface FilterLinksProps {
  filters: TokenFilters;
  /** Called when a filter is removed, so that the form can take the focus from the removed link. */
  onRemove: () => void;
}

/** Renders the active filters, each as a link to the gallery without it. */
export function FilterLinks({ filters, onRemove }: FilterLinksProps) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className="row" aria-label="Filters">
      {active.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={galleryPath(without)}
            className="button button--small"
            aria-label={`Remove ${label}`}
            onClick={onRemove}
          >
            <bdi>{label}</bdi>
            <span aria-hidden="true"> ×</span>
          </Link>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Link
            to={galleryPath({ traits: [], phases: [], order: filters.order })}
            onClick={onRemove}
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

/** An active filter of the gallery. */
interface ActiveFilter {
  /** Label of the filter: `Helm: Cowl`. */
  label: string;
  /** All filters except this one. */
  without: TokenFilters;
}

/** Lists the active filters in the form's order. */
export function activeFilters(filters: TokenFilters): ActiveFilter[] {
  const { phases, traits } = filters;
  const { query, ...withoutQuery } = filters;
  const { hasStory, ...withoutStory } = filters;
  const ofStory = hasStory ? "With a story" : "Without a story";
  return [
    ...(query ? [{ label: `“${query}”`, without: withoutQuery }] : []),
    ...(hasStory === undefined ? [] : [{ label: ofStory, without: withoutStory }]),
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
