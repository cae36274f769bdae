import * as z from "zod/mini";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";
import { webAddress } from "./appLinks.ts";
import { walletImageUrl } from "./listingsUrl.ts";
import type { ListedWallet } from "./wallet.ts";

/** One page of the directory, and the total number of wallets. */
export interface Listings {
  wallets: ListedWallet[];
  total: number;
}

const text = z.nullish(z.string());
const links = z.nullish(z.object({ native: text, universal: text }));
const listingSchema = z.object({
  id: z.string(),
  name: z.string(),
  homepage: text,
  image_id: text,
  rdns: text,
  mobile: links,
  desktop: links,
  injected: z.nullish(z.array(z.object({ injected_id: z.string() }))),
});
const pageSchema = z.object({
  listings: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  total: z.optional(z.number()),
});

/**
 * Parses a page of the directory; skips invalid entries.
 *
 * @throws when the page itself is invalid.
 */
export function parseListings(page: unknown, directory: WalletConnectConfig): Listings {
  const { listings, total } = pageSchema.parse(page);
  const wallets = Object.values(listings).flatMap((entry) => {
    const parsed = listingSchema.safeParse(entry);
    return parsed.success ? [listedWallet(parsed.data, directory)] : [];
  });
  return { wallets, total: total ?? wallets.length };
}

function listedWallet(
  entry: z.infer<typeof listingSchema>,
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

function appLinks(entry: z.infer<typeof links>) {
  return { native: entry?.native ?? undefined, universal: entry?.universal ?? undefined };
}
