import { Link } from "react-router-dom";
import type { DrifterFilters } from "#protocol/catalogue";
import { activeFilters, noFilters } from "./activeFilters.ts";
import { galleryPath } from "./galleryPlace.ts";

interface FilterLinksProps {
  filters: DrifterFilters;
  /** Called when a filter is taken away, as its link disappears. */
  onRemove: () => void;
}

/** The filters that apply, each a link to the gallery without it. */
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
          <Link to={galleryPath(noFilters(filters))} onClick={onRemove}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}
