import { collectionConfig } from "#collection/collection.config.ts";
import { aNoun, Nouns, noun, nouns } from "../values/noun.ts";

/** What the site is called. */
export const productName = collectionConfig.name;

/** A page of the site, or all pages of one form. */
interface Page {
  /** Path with `:name` for one segment, as in Express and React Router. */
  path: string;
  /** Title before the product's name. Absent if that is the title, or if it depends on the path's parameter. */
  title?: string;
  /** For search engines and previews of links. Absent if it depends on the path's parameter. */
  description?: string;
  /** Whether it is in the sitemap, and search engines may index it. */
  isListed?: true;
  /** Whether the service renders it; otherwise only browsers do. */
  isRendered?: true;
  /** Whether it depends on the query of the URL. */
  usesQuery?: true;
  /** Whether rendering reads the chain, which each client may do a limited number of times. */
  readsChain?: true;
  /** Path of the feed of its stories, without extension; `:name` is the page's parameter. */
  feed?: string;
}

/** Every page of the site. `web/src/pageComponents.tsx` has their components, `web/src/server/pageData.ts` their data. */
export const pages = {
  home: {
    path: "/",
    description: collectionConfig.tagline,
    isListed: true,
    isRendered: true,
    feed: "/feed",
  },
  token: { path: `/${noun}/:drifterId`, isRendered: true, feed: `/${noun}/:drifterId/feed` },
  gallery: {
    path: `/${nouns}`,
    title: Nouns,
    description: `All minted ${nouns}, by trait, phase and story.`,
    isListed: true,
    isRendered: true,
    usesQuery: true,
  },
  owner: {
    path: "/owner/:address",
    isRendered: true,
    usesQuery: true,
    readsChain: true,
    feed: "/owner/:address/feed",
  },
  stories: {
    path: "/stories",
    title: "Stories",
    description: `The stories that owners have written for their ${nouns}, newest first.`,
    isListed: true,
    isRendered: true,
    usesQuery: true,
    feed: "/feed",
  },
  help: {
    path: "/help",
    title: "Help",
    description: `How to write ${aNoun}'s story, prove it, and mint, and what it costs.`,
    isListed: true,
    isRendered: true,
  },
  about: {
    path: "/about",
    title: "About",
    description: "The contract, chain, license and source code behind the site.",
    isListed: true,
    isRendered: true,
  },
  mint: {
    path: "/mint",
    title: "Mint",
    description: `See what is for sale and at what price, and mint your own ${noun}.`,
    isListed: true,
  },
  /** A tool of the owner, so search engines do not index it. */
  phases: {
    path: "/phases",
    title: "Phases",
    description: `Plan which ${nouns} are sold in which phase, and simulate changes.`,
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** Every page with its name. */
export const pageList: readonly (Page & { name: PageName })[] = Object.entries(pages).map(
  // Safety: the table has no other keys.
  ([name, page]) => ({ ...page, name: name as PageName }),
);

/** Only in development, and only on a local chain. */
export const chainPagePath = "/chain";

/** Path of a token's page. */
export function tokenPagePath(drifterId: string): string {
  return pages.token.path.replace(":drifterId", encodeURIComponent(drifterId));
}

/** Path of the feed of a page with a parameter, without extension. */
export function feedPath(name: "token" | "owner", parameter: string): string {
  return pages[name].feed.replace(/:\w+/, encodeURIComponent(parameter));
}

/** Path of the page of a wallet's tokens. */
export function ownerPagePath(address: string): string {
  return pages.owner.path.replace(":address", encodeURIComponent(address));
}

/** Path of the page of the stories that a wallet wrote. */
export function authorStoriesPath(address: string): string {
  return `${pages.stories.path}?author=${encodeURIComponent(address)}`;
}
