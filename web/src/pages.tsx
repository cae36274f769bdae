import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy } from "react";
import { matchPath } from "react-router-dom";
import { isDrifterId } from "#protocol/drifterId";
import { DrifterPage } from "./drifter/DrifterPage.tsx";
import { metadataQueryOptions } from "./drifter/metadata.ts";
import { mintedQueryKey } from "./drifter/useAwaitedMetadata.ts";
import { fetchFirstStories } from "./home/firstStories.ts";
import { HomePage } from "./home/HomePage.tsx";
import { narrativeQueryOptions } from "./narrative/narrativeApi.ts";
import { preloadStory } from "./narrative/Story.tsx";

// Readers do not fetch the code for minting.
const MintPage = lazy(() => import("./mint/MintPage.tsx"));
// Only visitors who plan a sale fetch this code.
const PhasesPage = lazy(() => import("./phases/PhasesPage.tsx"));

type Params = Readonly<Record<string, string | undefined>>;

export interface PageRoute {
  /** Pattern of React Router. */
  path: string;
  page: ComponentType;
  /** Whether the drifter selector is above the page. */
  hasSelector?: true;
  /** Fetches what the page's first render shows. The server renders only pages with this function. */
  data?(client: QueryClient, params: Params, status: 200 | 404): Promise<unknown>;
  /** Fetches lazily loaded components of that render. */
  preload?(): Promise<unknown>;
  /** Their modules, from the folder of `web/`; the server links their files. */
  modules?: readonly string[];
}

/** Every page. */
export const pages: readonly PageRoute[] = [
  { path: "/", page: HomePage, hasSelector: true, data: fetchFirstStories },
  {
    path: "/drifter/:drifterId",
    page: DrifterPage,
    hasSelector: true,
    preload: preloadStory,
    modules: ["src/narrative/Markdown.tsx"],
    data: async (client, { drifterId = "" }, status) => {
      await client.prefetchQuery(metadataQueryOptions(drifterId));
      if (!isDrifterId(drifterId)) return;
      await client.prefetchQuery(narrativeQueryOptions(drifterId));
      if (status === 404) client.setQueryData(mintedQueryKey(drifterId), false);
    },
  },
  { path: "/mint", page: MintPage },
  { path: "/phases", page: PhasesPage },
];

/** Returns the page at a path, with the path's parameters. */
export function findPage(path: string): { route: PageRoute; params: Params } | undefined {
  for (const route of pages) {
    const match = matchPath(route.path, path);
    if (match) return { route, params: match.params };
  }
  return undefined;
}
