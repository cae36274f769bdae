import { noun, nouns } from "../values/noun.ts";

/**
 * Every path of the service, except the web app's; `{drifterId}` is a token ID, `{minter}` and `{address}` are
 * addresses, `{name}` is an ENS name, `{part}` is a number.
 */
export const apiPaths = {
  narratives: "/api/narrative",
  checkpoint: "/api/narrative/checkpoint",
  heads: "/api/narrative/heads",
  narrative: "/api/narrative/{drifterId}",
  history: "/api/narrative/{drifterId}/history",
  links: "/api/narrative/{drifterId}/links",
  tokens: "/api/tokens",
  neighbors: "/api/tokens/{drifterId}/neighbors",
  storyMap: "/api/meetings",
  ownedTokens: "/api/owners/{address}/tokens",
  name: "/api/names/{name}",
  mintAuthorization: "/api/mint/authorization",
  mintAllowance: "/api/mint/allowance/{minter}",
  sale: "/api/mint/sale",
  saleHistory: "/api/mint/history",
  collectionMetadata: `/${nouns}/metadata/collection.json`,
  metadata: `/${nouns}/metadata/{drifterId}.json`,
  portrait: `/${nouns}/images/{drifterId}.jpg`,
  fullPortrait: `/${nouns}/images/full/{drifterId}.jpg`,
  portrait160: `/${nouns}/images/160/{drifterId}.webp`,
  portrait320: `/${nouns}/images/320/{drifterId}.webp`,
  portrait480: `/${nouns}/images/480/{drifterId}.webp`,
  card: `/${noun}/{drifterId}/card.jpg`,
  health: "/healthz",
  readiness: "/readyz",
  description: "/openapi.json",
  atomFeed: "/feed.atom",
  jsonFeed: "/feed.json",
  tokenAtomFeed: `/${noun}/{drifterId}/feed.atom`,
  tokenJsonFeed: `/${noun}/{drifterId}/feed.json`,
  ownerAtomFeed: "/owner/{address}/feed.atom",
  ownerJsonFeed: "/owner/{address}/feed.json",
  embed: "/oembed",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
  guide: "/llms.txt",
} as const;

/** Path prefix of the collection's files; a collection folder has the same layout as the paths below the prefix. */
export const collectionPath = `/${nouns}/` as const;

/** File name of the third-party licenses in the build. */
export const noticesFile = "third-party-notices.txt";

export type ApiPath = (typeof apiPaths)[keyof typeof apiPaths];

/** Paths of the WebP portraits by width in pixels, for pages with many portraits. */
export const webpPortraits = {
  160: apiPaths.portrait160,
  320: apiPaths.portrait320,
  480: apiPaths.portrait480,
} as const;

/** A service path that contains `{drifterId}`. */
export type TokenPath = Extract<ApiPath, `${string}{drifterId}${string}`>;

/**
 * Returns a service path for one token.
 *
 * @example tokenPath(apiPaths.narrative, "7") // "/api/narrative/7"
 */
export function tokenPath(path: TokenPath, drifterId: string): string {
  return path.replace("{drifterId}", encodeURIComponent(drifterId));
}

/** Returns the path of a wallet's mint allowance. */
export function mintAllowancePath(minter: string): string {
  return apiPaths.mintAllowance.replace("{minter}", encodeURIComponent(minter));
}

/** Returns the path of a wallet's tokens and stories. */
export function ownedTokensPath(address: string): string {
  return apiPaths.ownedTokens.replace("{address}", encodeURIComponent(address));
}

/** Returns the path of an ENS name's address. */
export function namePath(name: string): string {
  return apiPaths.name.replace("{name}", encodeURIComponent(name));
}

/** Returns the prefix that a path has for every token. */
export function tokenPathPrefix(path: TokenPath): string {
  const [prefix = ""] = path.split("{");
  return prefix;
}

type RoutePattern<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer End}`
  ? `${Start}:${Name}${End}`
  : Path;

/** Returns the path in Express syntax: `/api/narrative/:drifterId`. */
export function routePattern<Path extends ApiPath>(path: Path): RoutePattern<Path> {
  // Safety: the same replacement as in the type; no path has more than one parameter.
  return path.replace(/\{(\w+)\}/, ":$1") as RoutePattern<Path>;
}

/** Whether a URL path matches `path`, for any token or wallet. */
export function isAtPath(path: ApiPath, pathname: string): boolean {
  const [start = "", end] = path.split(/\{\w+\}/);
  if (end === undefined) return pathname === path;
  const id = pathname.slice(start.length, pathname.length - end.length);
  return pathname === start + id + end && id !== "" && !id.includes("/");
}
