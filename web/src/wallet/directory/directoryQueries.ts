import { infiniteQueryOptions, queryOptions, skipToken } from "@tanstack/react-query";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import { debounce } from "../../service/debounce.ts";
import { walletData } from "../cache.ts";
import { connectionServiceRetries, requestConnectionService } from "./connectionService.ts";
import {
  type Listings,
  type ListingsKind,
  type ListingsQuery,
  listingsUrl,
  parseListings,
} from "./listings.ts";
import { popularWallets } from "./popularWallets.ts";
import type { ListedWallet } from "./wallet.ts";

const entriesPerPage = 24;
const recommendedIds = popularWallets.map(({ id }) => id);
const oneHourMilliseconds = 60 * 60 * 1_000;

/**
 * Query for the recommended wallets, with the directory's images and links for phones or desktops. Disabled
 * without a directory.
 */
export function recommendedWalletsOptions(
  directory: WalletConnectConfig | undefined,
  isPhone: boolean,
) {
  const kind = isPhone ? "mobile" : "desktop";
  return queryOptions({
    ...connectionServiceRetries,
    queryKey: ["walletDirectory", directory?.directoryUrl, kind],
    queryFn: directory
      ? async ({ signal }): Promise<ListedWallet[]> => {
          const query = { page: 1, entries: popularWallets.length, recommendedIds };
          const { wallets } = await readListings(directory, kind, query, signal);
          return completed(wallets);
        }
      : skipToken,
    staleTime: oneHourMilliseconds,
    meta: walletData,
  });
}

/** Query for all other wallets page by page, or for those that match a search. */
export function allWalletsOptions(directory: WalletConnectConfig, search: string) {
  return infiniteQueryOptions({
    ...connectionServiceRetries,
    queryKey: ["walletDirectory", directory.directoryUrl, "all", search],
    queryFn: async ({ pageParam: page, signal }): Promise<Listings> => {
      if (search) await debounce(signal);
      // Without a search, the recommended wallets are already listed above.
      const part = search ? { search } : { excludedIds: recommendedIds };
      return readListings(directory, "all", { page, entries: entriesPerPage, ...part }, signal);
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) =>
      page * entriesPerPage < total ? page + 1 : undefined,
    staleTime: oneHourMilliseconds,
  });
}

/** Query for extensions whose flags identify a plain `window.ethereum`. Disabled without a directory. */
export function injectedWalletsOptions(directory: WalletConnectConfig | undefined) {
  return queryOptions({
    ...connectionServiceRetries,
    queryKey: ["walletDirectory", directory?.directoryUrl, "injected"],
    queryFn: directory
      ? async ({ signal }): Promise<readonly ListedWallet[]> =>
          (await readListings(directory, "injected", {}, signal)).wallets
      : skipToken,
    staleTime: oneHourMilliseconds,
    meta: walletData,
  });
}

async function readListings(
  directory: WalletConnectConfig,
  kind: ListingsKind,
  query: ListingsQuery,
  signal: AbortSignal,
): Promise<Listings> {
  const url = listingsUrl(directory, kind, query);
  return parseListings(await requestConnectionService(url, signal), directory);
}

/** Adds built-in entries for recommended wallets that the directory lacks. */
function completed(listed: readonly ListedWallet[]): ListedWallet[] {
  const byId = new Map(listed.map((wallet) => [wallet.id, wallet]));
  return popularWallets.map((known) => ({ ...known, ...byId.get(known.id) }));
}
