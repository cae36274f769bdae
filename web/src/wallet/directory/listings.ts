import * as v from "valibot";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";
import { webAddress } from "./appLinks.ts";
import { walletImageUrl } from "./listingsUrl.ts";
import type { ListedWallet } from "./wallet.ts";

/** One page of the directory, and the total number of wallets. */
export interface Listings {
  wallets: ListedWallet[];
  total: number;
}

const text = v.nullish(v.string());
const links = v.nullish(v.object({ native: text, universal: text }));
const listingSchema = v.object({
  id: v.string(),
  name: v.string(),
  homepage: text,
  image_id: text,
  rdns: text,
  mobile: links,
  desktop: links,
  injected: v.nullish(v.array(v.object({ injected_id: v.string() }))),
});
const pageSchema = v.object({
  listings: v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())]),
  total: v.optional(v.number()),
});

/**
 * Parses a page of the directory; skips invalid entries.
 *
 * @throws when the page itself is invalid.
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
  entry: v.InferOutput<typeof listingSchema>,
  directory: WalletConnectConfig,
): ListedWallet {
  return {
    id: entry.id,
    name: entry.name,
    homepage: webAddress(entry.homepage),
    imageUrl: entry.image_id ? walletImageUrl(directory, entry.image_id) : undefined,
    rdns: entry.rdns ?? undefined,
    injectedMark: entry.injected?.[0]?.injected_id,
    mobile: appLinks(entry.mobile),
    desktop: appLinks(entry.desktop),
  };
}

function appLinks(entry: v.InferOutput<typeof links>) {
  return { native: entry?.native ?? undefined, universal: entry?.universal ?? undefined };
}
