import { collectionConfig } from "#collection/collection.config.ts";
import { aNoun, Nouns, noun, nouns } from "../values/noun.ts";

/** The site's name. */
export const productName = collectionConfig.name;

/** A route of the site. */
interface Page {
  /** Path with `:name` for one segment, as in Express and React Router. */
  path: string;
  /**
   * Title, which precedes the product name. Absent if the title is the product name, or depends on the path parameter.
   */
  title?: string;
  /** Description for search engines and link previews. Absent if it depends on the path parameter. */
  description?: string;
  /** Whether the sitemap lists the page and search engines may index it. */
  isListed?: true;
  /** Whether the service renders the page; otherwise only browsers do. */
  isRendered?: true;
  /** Whether the page depends on the URL's query. */
  usesQuery?: true;
  /** Whether rendering reads the chain, which is rate-limited per client. */
  readsChain?: true;
  /** Path of the page's story feed, without extension; `:name` is the page's parameter. */
  feed?: string;
}

/** Every page of the site. `web/src/pageComponents.tsx` lists the components, `web/src/server/pageData.ts` the data. */
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
  map: {
    path: "/stories/map",
    title: "Where stories meet",
    description: `Which ${nouns} appear in each other's stories, drawn as a map.`,
    isListed: true,
    isRendered: true,
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
  /** Not indexed, because this page is a tool for the owner. */
  phases: {
    path: "/phases",
    title: "Phases",
    description: `Plan which ${nouns} are sold in which phase, and simulate changes.`,
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** All pages with their names. */
export const pageList: readonly (Page & { name: PageName })[] = Object.entries(pages).map(
  // Safety: the table has no other keys.
  ([name, page]) => ({ ...page, name: name as PageName }),
);

/** Path of the chain page, which exists only in development, on a local chain. */
export const chainPagePath = "/chain";

/**
 * Returns the path of a token's page.
 *
 * @example tokenPagePath("7") // "/keeper/7" for a collection of keepers
 */
export function tokenPagePath(drifterId: string): string {
  return pages.token.path.replace(":drifterId", encodeURIComponent(drifterId));
}

/** Returns the feed path of a page with a parameter, without extension. */
export function feedPath(name: "token" | "owner", parameter: string): string {
  return pages[name].feed.replace(/:\w+/, encodeURIComponent(parameter));
}

/** Returns the path of a wallet's token page. */
export function ownerPagePath(address: string): string {
  return pages.owner.path.replace(":address", encodeURIComponent(address));
}

/** Returns whether an owner page's parameter is an ENS name: a text with a dot. */
export function isNameLike(parameter: string): boolean {
  return parameter.includes(".");
}

/** Returns the path of the stories page for one author. */
export function authorStoriesPath(address: string): string {
  return `${pages.stories.path}?author=${encodeURIComponent(address)}`;
}
