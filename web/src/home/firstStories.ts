import type { QueryClient } from "@tanstack/react-query";
import { storyListQueryOptions } from "../narrative/narrativeApi.ts";
import { incompleteData } from "../servedData.ts";
import { firstLength } from "./useGrowingLength.ts";

/** Fetches the list of stories for the page's first render. A long list is cut, and counts as stale. */
export async function fetchFirstStories(client: QueryClient): Promise<void> {
  const options = storyListQueryOptions();
  await client.prefetchQuery(options);
  const stories = client.getQueryData(options.queryKey);
  if (stories === undefined || stories.length <= firstLength) return;
  client.setQueryData(options.queryKey, stories.slice(0, firstLength), incompleteData);
}
