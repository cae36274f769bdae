import { infiniteQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { DrifterPage } from "#protocol/catalogue";
import { apiPaths } from "#protocol/paths";
import { readJson } from "../components/readJson.ts";
import { drifterSchema } from "../drifter/drifterSchema.ts";
import { type GalleryPlace, gallerySearch } from "./galleryPlace.ts";

const count = v.number();
const pageSchema = v.object({
  drifters: v.array(
    v.object({
      ...drifterSchema.entries,
      phase: v.exactOptional(v.string()),
      hasStory: v.boolean(),
    }),
  ),
  total: count,
  facets: v.object({
    traits: v.array(
      v.object({ type: v.string(), values: v.array(v.object({ value: v.string(), count })) }),
    ),
    phases: v.array(v.object({ phase: v.string(), count })),
    stories: v.object({ with: count, without: count }),
  }),
  next: v.nullable(v.string()),
});

/** How long a gallery is kept after the reader has left it, so that the way back leads to the same place. */
const keptMilliseconds = 5 * 60_000;

/** Infinite query for the drifters that the gallery shows, page by page; a page's parameter is its cursor. */
export function galleryQueryOptions({ filters, cursor }: GalleryPlace) {
  return infiniteQueryOptions({
    queryKey: ["drifters", gallerySearch(filters), cursor ?? null],
    // A refetch would load all pages again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMilliseconds,
    initialPageParam: cursor ?? null,
    queryFn: ({ pageParam, signal, client }): Promise<DrifterPage> =>
      readJson(`${apiPaths.drifters}${gallerySearch(filters, pageParam)}`, pageSchema, {
        signal,
        client,
      }),
    getNextPageParam: ({ next }) => next,
  });
}
