import { infiniteQueryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { DrifterPage } from "#protocol/catalogue";
import { apiPaths } from "#protocol/paths";
import { readJson } from "../components/readJson.ts";
import { drifterSchema } from "../drifter/drifterSchema.ts";
import { type GalleryPlace, gallerySearch } from "./galleryPlace.ts";

const count = z.number();
const pageSchema = z.object({
  drifters: z.array(
    z.object({ ...drifterSchema.shape, phase: z.exactOptional(z.string()), hasStory: z.boolean() }),
  ),
  total: count,
  facets: z.object({
    traits: z.array(
      z.object({ type: z.string(), values: z.array(z.object({ value: z.string(), count })) }),
    ),
    phases: z.array(z.object({ phase: z.string(), count })),
    stories: z.object({ with: count, without: count }),
  }),
  next: z.nullable(z.string()),
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
