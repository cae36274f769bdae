import { createAsyncStoragePersister } from "@tanstack/query-async-storage-persister";
import { type Query, QueryClient } from "@tanstack/react-query";
import type { PersistQueryClientOptions } from "@tanstack/react-query-persist-client";
import { deserialize, serialize } from "wagmi";
import { worldKey } from "../env.ts";
import { localStore } from "../page/storage.ts";

export const cacheLifetimeMilliseconds = 24 * 60 * 60 * 1_000;
export const cacheStorageKey = "cache";

/** Query meta of wallet data to persist: `useBalance({ query: { meta: walletData } })`. */
export const walletData = { isPersisted: true };

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: cacheLifetimeMilliseconds,
        networkMode: "offlineFirst",
        retry: false,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: "offlineFirst" },
    },
  });
}

/** Persists wallet data in browser storage for a day, or until the site serves a different world. */
export function cachePersistence(
  world: Parameters<typeof worldKey>[0],
): Omit<PersistQueryClientOptions, "queryClient"> {
  return {
    persister: createAsyncStoragePersister({
      storage: localStore,
      key: cacheStorageKey,
      serialize,
      deserialize,
    }),
    maxAge: cacheLifetimeMilliseconds,
    buster: worldKey(world),
    dehydrateOptions: { shouldDehydrateQuery: isPersisted },
  };
}

function isPersisted({ state, meta }: Pick<Query, "state" | "meta">): boolean {
  return state.status === "success" && meta?.isPersisted === true;
}
