import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { type PageName, pageList } from "#protocol/wire/pages";
import { lazily } from "./components/lazily.tsx";
import { preloadTokenPage, TokenPage } from "./token/TokenPage.tsx";

const HomePage = lazily(() => import(/* rendered */ "./home/HomePage.tsx"));
const GalleryPage = lazily(() => import(/* rendered */ "./gallery/GalleryPage.tsx"));
const OwnerPage = lazily(() => import(/* rendered */ "./owner/OwnerPage.tsx"));
const StoriesPage = lazily(() => import(/* rendered */ "./stories/StoriesPage.tsx"));
const MapPage = lazily(() => import(/* rendered */ "./map/MapPage.tsx"));
const HelpPage = lazily(() => import(/* rendered */ "./help/HelpPage.tsx"));
const AboutPage = lazily(() => import(/* rendered */ "./about/AboutPage.tsx"));
// Fetched only by visitors who mint.
const MintPage = lazily(() => import("./mint/MintPage.tsx"));
// Fetched only by visitors who plan a sale.
const PhasesPage = lazily(() => import("./phases/PhasesPage.tsx"));

interface PageComponent {
  page: ComponentType;
  /** Whether the token selector appears above the page. */
  hasSelector?: true;
  /** Loads the lazy components that a server-rendered page needs for its first render. */
  preload?(): Promise<unknown>;
}

/**
 * Every page's component, in a folder and a file named after the page. `server/pageData.ts` fetches the pages' data.
 */
const components: Record<PageName, PageComponent> = {
  home: { page: HomePage, hasSelector: true, preload: HomePage.preload },
  token: { page: TokenPage, hasSelector: true, preload: preloadTokenPage },
  gallery: { page: GalleryPage, preload: GalleryPage.preload },
  owner: { page: OwnerPage, preload: OwnerPage.preload },
  stories: { page: StoriesPage, preload: StoriesPage.preload },
  map: { page: MapPage, preload: MapPage.preload },
  help: { page: HelpPage, preload: HelpPage.preload },
  about: { page: AboutPage, preload: AboutPage.preload },
  mint: { page: MintPage },
  phases: { page: PhasesPage },
};

export const pageRoutes = pageList.map((page) => ({ ...page, ...components[page.name] }));

/** Returns the page at a path, with the path's parameters. */
export function pageAt(path: string) {
  for (const route of pageRoutes) {
    const match = matchPath(route.path, path);
    if (match) return { route, params: match.params };
  }
  return undefined;
}
