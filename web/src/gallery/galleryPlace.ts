import {
  type DrifterFilters,
  drifterFilterEntries,
  drifterParameters,
  parseDrifterFilters,
} from "#protocol/catalogue";
import { ParameterError } from "#protocol/parameters";

/** What the gallery's address says. */
export interface GalleryPlace {
  filters: DrifterFilters;
  /** Start of the page, for browsers without scripts; absent for the first page. */
  cursor?: string;
}

/**
 * Parses the query of the gallery's URL. Empty fields, which forms send, and parameters of others are ignored.
 *
 * @throws {ParameterError}
 */
export function parseGalleryPlace(search: URLSearchParams): GalleryPlace {
  const entries = [...search].filter(([name, value]) => value !== "" && isOwn(name));
  const filters = parseDrifterFilters(entries.filter(([name]) => name !== "cursor"));
  const cursor = search.get("cursor");
  if (!cursor) return { filters };
  if (drifterParameters.cursor.parse(cursor) === undefined) {
    throw new ParameterError("cursor", "This address has an invalid cursor.");
  }
  return { filters, cursor };
}

function isOwn(name: string): boolean {
  return Object.hasOwn(drifterParameters, name) && name !== "limit";
}

/** Query of the service, and of the gallery's URL. */
export function gallerySearch(filters: DrifterFilters, cursor?: string | null): string {
  const entries = drifterFilterEntries(filters);
  if (cursor) entries.push(["cursor", cursor]);
  const search = new URLSearchParams(entries).toString();
  return search && `?${search}`;
}

/** Address of the gallery with these filters. */
export function galleryPath(filters: DrifterFilters, cursor?: string | null): string {
  return `/drifters${gallerySearch(filters, cursor)}`;
}
