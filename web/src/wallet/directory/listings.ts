import * as v from "valibot";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import { httpsUrl, type ListedWallet } from "./wallet.ts";

const paths = {
  desktop: "/w3m/v1/getDesktopListings",
  mobile: "/w3m/v1/getMobileListings",
  injected: "/w3m/v1/getInjectedListings",
  all: "/w3m/v1/getAllListings",
};

export type ListingsKind = keyof typeof paths;

export interface ListingsQuery {
  /** Page number, from 1. */
  page?: number;
  /** Number of entries per page. */
  entries?: number;
  recommendedIds?: readonly string[];
  excludedIds?: readonly string[];
  search?: string;
}

type Directory = Pick<WalletConnectConfig, "projectId" | "directoryUrl">;

/** Returns a directory list's URL; omits absent options. */
export function listingsUrl(
  { projectId, directoryUrl }: Directory,
  kind: ListingsKind,
  query: ListingsQuery = {},
): string {
  const url = new URL(paths[kind], directoryUrl);
  // Web3Modal 2 sends these constants; `version` is WalletConnect's protocol version.
  const constants = { projectId, sdkType: "w3m", sdkVersion: "js-2.7.1", version: 2 };
  for (const [name, value] of Object.entries({ ...constants, ...query })) {
    if (value !== undefined && String(value) !== "") url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** Returns the URL of a wallet's image. */
function walletImageUrl({ projectId, directoryUrl }: Directory, imageId: string): string {
  const url = new URL(`/w3m/v1/getWalletImage/${encodeURIComponent(imageId)}`, directoryUrl);
  url.searchParams.set("projectId", projectId);
  return url.href;
}

/** A page of the directory, and the total number of wallets. */
export interface Listings {
  wallets: ListedWallet[];
  total: number;
}

const textSchema = v.nullish(v.string(), () => undefined);
const linksSchema = v.nullish(v.object({ native: textSchema, universal: textSchema }), {});
const listingSchema = v.object({
  id: v.string(),
  name: v.string(),
  homepage: textSchema,
  image_id: textSchema,
  rdns: textSchema,
  mobile: linksSchema,
  desktop: linksSchema,
  injected: v.nullish(v.array(v.object({ injected_id: v.string() }))),
});
const pageSchema = v.object({
  listings: v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())]),
  total: v.optional(v.number()),
});

/**
 * Parses a directory page; skips invalid entries.
 *
 * @throws {Error} if the page itself is invalid.
 */
export function parseListings(page: unknown, directory: WalletConnectConfig): Listings {
  const { listings, total } = v.parse(pageSchema, page);
  const wallets = Object.values(listings).flatMap((entry) => {
    const parsed = v.safeParse(listingSchema, entry);
    return parsed.success ? [listedWallet(parsed.output, directory)] : [];
  });
  return { wallets, total: total ?? wallets.length };
}

function listedWallet(
  { image_id, injected, ...listed }: v.InferOutput<typeof listingSchema>,
  directory: WalletConnectConfig,
): ListedWallet {
  return {
    ...listed,
    homepage: httpsUrl(listed.homepage),
    imageUrl: image_id ? walletImageUrl(directory, image_id) : undefined,
    injectedFlag: injected?.[0]?.injected_id,
  };
}
