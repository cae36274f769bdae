import { Link } from "react-router-dom";
import type { DrifterFacets, DrifterFilters } from "#protocol/catalogue";
import { EmptyState } from "../components/EmptyState.tsx";
import { activeFilters, emptyingFilters, noFilters } from "./activeFilters.ts";
import { galleryPath } from "./galleryPlace.ts";

interface EmptyResultProps {
  filters: DrifterFilters;
  facets: DrifterFacets;
  /** Called when a filter is taken away, as its link disappears. */
  onRemove: () => void;
}

/** Says that nothing matches, and which filter to take away. */
export function EmptyResult({ filters, facets, onRemove }: EmptyResultProps) {
  if (activeFilters(filters).length === 0) {
    return (
      <EmptyState>Nobody has set out yet. The first drifters come with the first mint.</EmptyState>
    );
  }
  const emptying = emptyingFilters(filters, facets);
  return (
    <div className="gallery__empty">
      <p>
        No drifter matches all of this.{" "}
        {emptying.length > 0 ? "Take one filter away:" : "No single filter is the reason:"}
      </p>
      <ul>
        {emptying.map(({ label, without, count }) => (
          <li key={label}>
            <Link to={galleryPath(without)} onClick={onRemove}>
              Without {label}
            </Link>
            {count !== undefined && ` (${count.toLocaleString("en")})`}
          </li>
        ))}
        <li>
          <Link to={galleryPath(noFilters(filters))} onClick={onRemove}>
            Show all drifters
          </Link>
        </li>
      </ul>
    </div>
  );
}
