import { infiniteQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { pages } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import type { StoryPage } from "#protocol/wire/responses";
import { defaultStoriesPerPage, storyParameters } from "#protocol/wire/storyList";
import { hexSchema } from "../page/hexSchema.ts";
import { readJson } from "../service/readJson.ts";
import { personSchema } from "../tokens/personSchema.ts";
import { tokenSchema } from "../tokens/tokenSchema.ts";

const pageSchema = v.object({
  stories: v.array(
    v.object({
      ...tokenSchema.entries,
      author: hexSchema(),
      savedAt: v.string(),
      revision: v.number(),
      title: v.exactOptional(v.string()),
      excerpt: v.array(v.object({ text: v.string(), isMatch: v.boolean() })),
      readingMinutes: v.exactOptional(v.number()),
      authorName: v.exactOptional(personSchema),
    }),
  ),
  next: v.nullable(v.string()),
});

/** State of the stories page, parsed from its URL. */
export interface StoriesLocation {
  /** Search text; empty for all stories. */
  query: string;
  /** Address of the author whose stories are listed, in lowercase; absent for all. */
  author?: string;
  /** Cursor of the page, for browsers without scripts; absent for the first page. */
  cursor?: string;
}

/** Parses the URL's query; ignores invalid parameters. */
export function parseStoriesLocation(search: URLSearchParams): StoriesLocation {
  const query = storyParameters.query.parse(search.get("query") ?? "") ?? "";
  const author = query === "" && storyParameters.author.parse(search.get("author") ?? "");
  const cursor = storyParameters.cursor.parse(search.get("cursor") ?? "");
  return { query, ...(author && { author }), ...(cursor && { cursor }) };
}

/** Returns the stories page's path for a search query or an author. */
export function storiesPath({ query, author, cursor }: Partial<StoriesLocation>): string {
  const search = new URLSearchParams({
    ...(query && { query }),
    ...(author && { author }),
    ...(cursor && { cursor }),
  });
  return search.size > 0 ? `${pages.stories.path}?${search}` : pages.stories.path;
}

/** Time that a list stays cached after the reader leaves, so that going back restores the position. */
const cacheMilliseconds = 5 * 60_000;

/** Infinite query for the listed stories; a page's parameter is its cursor. */
export function storyPagesQueryOptions({ query, author, cursor }: StoriesLocation) {
  return infiniteQueryOptions({
    queryKey: ["storyPages", query, author ?? null, cursor ?? null],
    // A refetch would reload all pages.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: cacheMilliseconds,
    initialPageParam: cursor ?? null,
    queryFn: ({ pageParam, signal, client }): Promise<StoryPage> =>
      readJson(requestPath({ query, author, cursor: pageParam }), pageSchema, { signal, client }),
    getNextPageParam: ({ next }) => next,
  });
}

/**
 * Returns the request path. Always includes a parameter, because the service otherwise returns a list without excerpts.
 */
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
