import { infiniteQueryOptions, queryOptions, skipToken } from "@tanstack/react-query";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";
import { walletData } from "../cache.ts";
import { askConnectionService, connectionServiceRetries } from "./connectionService.ts";
import { knownWallets } from "./knownWallets.ts";
import { type Listings, parseListings } from "./listings.ts";
import { type ListingsKind, type ListingsQuery, listingsUrl } from "./listingsUrl.ts";
import type { ListedWallet } from "./wallet.ts";

const entriesPerPage = 24;
const recommendedIds = knownWallets.map(({ id }) => id);
const oneHourMilliseconds = 60 * 60 * 1_000;

/**
 * The recommended wallets with the directory's pictures and newest links, as phones or desktops use them.
 * Asks nobody where there is no directory.
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
          const query = { page: 1, entries: knownWallets.length, recommendedIds };
          const { wallets } = await readListings(directory, kind, query, signal);
          return completed(wallets);
        }
      : skipToken,
    staleTime: oneHourMilliseconds,
    meta: walletData,
  });
}

/** All other wallets of the directory page by page, or those that match a search. */
export function allWalletsOptions(directory: WalletConnectConfig, search: string) {
  return infiniteQueryOptions({
    ...connectionServiceRetries,
    queryKey: ["walletDirectory", directory.directoryUrl, "all", search],
    queryFn: ({ pageParam: page, signal }): Promise<Listings> => {
      // Without a search the recommended ones are listed above, so that nothing is listed twice.
      const part = search ? { search } : { excludedIds: recommendedIds };
      return readListings(directory, "all", { page, entries: entriesPerPage, ...part }, signal);
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) =>
      page * entriesPerPage < total ? page + 1 : undefined,
    staleTime: oneHourMilliseconds,
  });
}

/**
 * Wallets that live in browsers: by their mark, a plain `window.ethereum` can be called by its name.
 * Asks nobody where there is no directory.
 */
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
  return parseListings(await askConnectionService(url, signal), directory);
}

/** The directory's entries; those that it left out are replaced by this build's. */
function completed(listed: readonly ListedWallet[]): ListedWallet[] {
  const byId = new Map(listed.map((wallet) => [wallet.id, wallet]));
  return knownWallets.map((known) => ({ ...known, ...byId.get(known.id) }));
}
