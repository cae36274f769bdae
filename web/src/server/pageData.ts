import type { QueryClient } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/values/drifterId";
import { isNameLike, type PageName } from "#protocol/wire/pages";
import { ParameterError } from "#protocol/wire/parameters";
import { galleryQueryOptions, parseGalleryLocation } from "../gallery/galleryQuery.ts";
import { newestStoriesQueryOptions } from "../home/NewestStory.tsx";
import { firstLength } from "../home/StoryList.tsx";
import { storyMapQueryOptions } from "../map/storyMap.ts";
import { narrativeQueryOptions, storyListQueryOptions } from "../narrative/narrativeApi.ts";
import { nameQueryOptions } from "../owner/NamedOwner.tsx";
import { incompleteData } from "../page/servedData.ts";
import { parseStoriesLocation, storyPagesQueryOptions } from "../stories/storyPages.ts";
import { metadataQueryOptions } from "../token/metadata.ts";
import { missingQueryKey, notMinted } from "../token/missing.ts";
import { neighborsQueryOptions } from "../tokens/neighbors.ts";
import { isAddressLike, ownerPagesQueryOptions, parseOwnerCursor } from "../tokens/ownerQuery.ts";

/** A page's URL parameters, query and status. */
interface PageLocation {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  status: 200 | 404;
}

interface PageData {
  /** Fetches the data of the page's first render. */
  fetch(client: QueryClient, location: PageLocation): Promise<unknown>;
  /** Modules of the page's lazily loaded parts, relative to `web/`, whose files the page preloads. */
  modules?: readonly string[];
}

/** Data for server-rendered pages; absent for pages without data. */
export const pageData: Readonly<Partial<Record<PageName, PageData>>> = {
  home: {
    fetch: (client) =>
      Promise.all([fetchFirstStories(client), client.prefetchQuery(newestStoriesQueryOptions())]),
  },
  token: {
    modules: ["src/narrative/Markdown.tsx", "src/token/BelowStory.tsx"],
    async fetch(client, { params: { drifterId = "" }, status }) {
      await Promise.all([
        client.prefetchQuery(metadataQueryOptions(drifterId)),
        isDrifterId(drifterId) && client.prefetchQuery(narrativeQueryOptions(drifterId)),
        status === 200 && fetchNeighbors(client, drifterId),
      ]);
      if (status === 404) {
        client.setQueryData(missingQueryKey(drifterId), notMinted, incompleteData);
      }
    },
  },
  gallery: {
    async fetch(client, { search }) {
      try {
        await client.prefetchInfiniteQuery(galleryQueryOptions(parseGalleryLocation(search)));
      } catch (error) {
        // The page reports the invalid query itself.
        if (!(error instanceof ParameterError)) throw error;
      }
    },
  },
  owner: {
    async fetch(client, { params: { address = "" }, search, status }) {
      if (isNameLike(address) && status === 404) {
        client.setQueryData(nameQueryOptions(address).queryKey, null);
      }
      // The page reports an invalid address itself.
      if (!isAddressLike(address)) return;
      await client.prefetchInfiniteQuery(ownerPagesQueryOptions(address, parseOwnerCursor(search)));
    },
  },
  map: { fetch: (client) => client.prefetchQuery(storyMapQueryOptions) },
  stories: {
    fetch: (client, { search }) =>
      client.prefetchInfiniteQuery(storyPagesQueryOptions(parseStoriesLocation(search))),
  },
};

/** Fetches the neighbors, except the owner's other tokens, which the browser requests. */
async function fetchNeighbors(client: QueryClient, drifterId: string): Promise<void> {
  const options = neighborsQueryOptions(drifterId);
  await client.prefetchQuery(options);
  const neighbors = client.getQueryData(options.queryKey);
  if (neighbors) client.setQueryData(options.queryKey, neighbors, incompleteData);
  else client.removeQueries({ queryKey: options.queryKey });
}

/** Fetches the story list for the first render. A long list is truncated and counts as stale. */
async function fetchFirstStories(client: QueryClient): Promise<void> {
  const options = storyListQueryOptions();
  await client.prefetchQuery(options);
  const stories = client.getQueryData(options.queryKey);
  if (stories === undefined || stories.length <= firstLength) return;
  client.setQueryData(options.queryKey, stories.slice(0, firstLength), incompleteData);
}
