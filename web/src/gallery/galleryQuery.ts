import { infiniteQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { noun, nouns } from "#protocol/values/noun";
import {
  parseTokenFilters,
  type TokenFilters,
  tokenFilterEntries,
  tokenParameters,
} from "#protocol/wire/catalogue";
import { pages } from "#protocol/wire/pages";
import { ParameterError } from "#protocol/wire/parameters";
import { apiPaths } from "#protocol/wire/paths";
import type { TokenPageResponse } from "#protocol/wire/responses";
import { readJson } from "../service/readJson.ts";
import { tokenSchema } from "../tokens/tokenSchema.ts";

/** State of the gallery, parsed from its URL. */
export interface GalleryLocation {
  filters: TokenFilters;
  /** Cursor of the page, for browsers without scripts; absent for the first page. */
  cursor?: string;
}

/**
 * Parses the gallery URL's query. Ignores unknown parameters, and empty fields, which forms submit.
 *
 * @throws {ParameterError}
 */
export function parseGalleryLocation(search: URLSearchParams): GalleryLocation {
  const entries = [...search].filter(([name, value]) => value !== "" && isOwn(name));
  const filters = parseTokenFilters(entries.filter(([name]) => name !== "cursor"));
  const cursor = search.get("cursor");
  if (!cursor) return { filters };
  if (tokenParameters.cursor.parse(cursor) === undefined) {
    throw new ParameterError("cursor", "This link is no longer valid.");
  }
  return { filters, cursor };
}

function isOwn(name: string): boolean {
  return Object.hasOwn(tokenParameters, name) && name !== "limit";
}

/** Returns the query string, which is the same for the service and the gallery's URL. */
function gallerySearch(filters: TokenFilters, cursor?: string | null): string {
  const entries = tokenFilterEntries(filters);
  if (cursor) entries.push(["cursor", cursor]);
  const search = new URLSearchParams(entries).toString();
  return search && `?${search}`;
}

/** Returns the gallery's path with these filters. */
export function galleryPath(filters: TokenFilters, cursor?: string | null): string {
  return `${pages.gallery.path}${gallerySearch(filters, cursor)}`;
}

const countSchema = v.number();
const pageSchema = v.object({
  tokens: v.array(
    v.object({
      ...tokenSchema.entries,
      phase: v.exactOptional(v.string()),
      hasStory: v.boolean(),
    }),
  ),
  total: countSchema,
  facets: v.object({
    traits: v.array(
      v.object({
        type: v.string(),
        values: v.array(v.object({ value: v.string(), count: countSchema })),
      }),
    ),
    phases: v.array(v.object({ phase: v.string(), count: countSchema })),
    stories: v.object({ with: countSchema, without: countSchema }),
  }),
  next: v.nullable(v.string()),
});

/** Time that a gallery stays cached after the reader leaves, so that going back restores the position. */
const cacheMilliseconds = 5 * 60_000;

/** Infinite query for the gallery's tokens; a page's parameter is its cursor. */
export function galleryQueryOptions({ filters, cursor }: GalleryLocation) {
  return infiniteQueryOptions({
    queryKey: ["gallery", gallerySearch(filters), cursor ?? null],
    // A refetch would reload all pages.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: cacheMilliseconds,
    initialPageParam: cursor ?? null,
    queryFn: ({ pageParam, signal, client }): Promise<TokenPageResponse> =>
      readJson(`${apiPaths.tokens}${gallerySearch(filters, pageParam)}`, pageSchema, {
        signal,
        client,
      }),
    getNextPageParam: ({ next }) => next,
  });
}

/** Formats a token count: `1,204 keepers`. */
export function formatCount(total: number): string {
  return `${total.toLocaleString("en")} ${total === 1 ? noun : nouns}`;
}
