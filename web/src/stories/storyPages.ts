import { infiniteQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { pages } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import type { StoryPage } from "#protocol/wire/responses";
import { defaultStoriesPerPage, storyParameters } from "#protocol/wire/storyList";
import { hexSchema } from "../page/hexSchema.ts";
import { readJson } from "../service/readJson.ts";
import { tokenSchema } from "../tokens/tokenSchema.ts";

const pageSchema = v.object({
  stories: v.array(
    v.object({
      ...tokenSchema.entries,
      author: hexSchema(),
      savedAt: v.string(),
      revision: v.number(),
      excerpt: v.array(v.object({ text: v.string(), isMatch: v.boolean() })),
      readingMinutes: v.exactOptional(v.number()),
    }),
  ),
  next: v.nullable(v.string()),
});

/** What the address of the stories says. */
export interface StoriesLocation {
  /** Empty for all stories. */
  query: string;
  /** The wallet whose stories are listed, in lower case; absent for all. */
  author?: string;
  /** Start of the page, for browsers without scripts; absent for the first page. */
  cursor?: string;
}

/** Parses the query of the URL; what it cannot use counts as absent. */
export function parseStoriesLocation(search: URLSearchParams): StoriesLocation {
  const query = storyParameters.query.parse(search.get("query") ?? "") ?? "";
  const author = query === "" && storyParameters.author.parse(search.get("author") ?? "");
  const cursor = storyParameters.cursor.parse(search.get("cursor") ?? "");
  return { query, ...(author && { author }), ...(cursor && { cursor }) };
}

/** Address of the stories that a query finds, or of those that a wallet wrote. */
export function storiesPath({ query, author, cursor }: Partial<StoriesLocation>): string {
  const search = new URLSearchParams({
    ...(query && { query }),
    ...(author && { author }),
    ...(cursor && { cursor }),
  });
  return search.size > 0 ? `${pages.stories.path}?${search}` : pages.stories.path;
}

/** How long a list is kept after the reader has left it, so that going back restores the position. */
const cacheMilliseconds = 5 * 60_000;

/** Infinite query for the stories that a page lists, page by page; a page's parameter is its cursor. */
export function storyPagesQueryOptions({ query, author, cursor }: StoriesLocation) {
  return infiniteQueryOptions({
    queryKey: ["storyPages", query, author ?? null, cursor ?? null],
    // A refetch would load all pages again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: cacheMilliseconds,
    initialPageParam: cursor ?? null,
    queryFn: ({ pageParam, signal, client }): Promise<StoryPage> =>
      readJson(requestPath({ query, author, cursor: pageParam }), pageSchema, { signal, client }),
    getNextPageParam: ({ next }) => next,
  });
}

/** Without any parameter, the service returns the list without excerpts. */
function requestPath({
  query,
  author,
  cursor,
}: Record<keyof StoriesLocation, string | null | undefined>) {
  const parameters = new URLSearchParams({ limit: String(defaultStoriesPerPage) });
  if (query) parameters.set("query", query);
  if (author) parameters.set("author", author);
  if (cursor) parameters.set("cursor", cursor);
  return `${apiPaths.narratives}?${parameters}`;
}
