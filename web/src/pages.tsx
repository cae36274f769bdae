import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { lazily } from "./components/lazily.tsx";
import { DrifterPage, preloadDrifterPage } from "./drifter/DrifterPage.tsx";
import { HomePage } from "./home/HomePage.tsx";

const GalleryPage = lazily(() => import(/* rendered */ "./gallery/GalleryPage.tsx"));
const OwnerPage = lazily(() => import(/* rendered */ "./owner/OwnerPage.tsx"));
const StoriesPage = lazily(() => import(/* rendered */ "./stories/StoriesPage.tsx"));
const AboutPage = lazily(() => import(/* rendered */ "./about/AboutPage.tsx"));
// Readers do not fetch the code for minting.
const MintPage = lazily(() => import("./mint/MintPage.tsx"));
// Only visitors who plan a sale fetch this code.
const PhasesPage = lazily(() => import("./phases/PhasesPage.tsx"));

interface PageRoute {
  /** Pattern of React Router. */
  path: string;
  page: ComponentType;
  /** Whether the drifter selector is above the page. */
  hasSelector?: true;
  /** Fetches lazily loaded components of the first render of a page that the server renders. */
  preload?(): Promise<unknown>;
}

/** Every page. `server/pageData.ts` has the data of those that the server renders. */
export const pages = [
  { path: "/", page: HomePage, hasSelector: true },
  {
    path: "/drifter/:drifterId",
    page: DrifterPage,
    hasSelector: true,
    preload: preloadDrifterPage,
  },
  { path: "/drifters", page: GalleryPage, preload: GalleryPage.preload },
  { path: "/owner/:address", page: OwnerPage, preload: OwnerPage.preload },
  { path: "/stories", page: StoriesPage, preload: StoriesPage.preload },
  { path: "/about", page: AboutPage, preload: AboutPage.preload },
  { path: "/mint", page: MintPage },
  { path: "/phases", page: PhasesPage },
] as const satisfies readonly PageRoute[];

export type PagePath = (typeof pages)[number]["path"];

interface FoundPage {
  route: PageRoute & { path: PagePath };
  params: Readonly<Record<string, string | undefined>>;
}

/** Returns the page at a path, with the path's parameters. */
export function findPage(path: string): FoundPage | undefined {
  for (const route of pages) {
    const match = matchPath(route.path, path);
    if (match) return { route, params: match.params };
  }
  return undefined;
}
