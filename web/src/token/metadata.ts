import { queryOptions, useQuery } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/values/drifterId";
import { aNoun, Noun } from "#protocol/values/noun";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { parseMetadata } from "#protocol/wire/tokenMetadata";
import { codeLoader } from "../page/codeLoader.ts";
import { readListJson } from "../service/readJson.ts";
import { serviceFetch } from "../service/serviceFetch.ts";

export function metadataQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["metadata", drifterId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal, client }) => {
      if (!isDrifterId(drifterId)) throw new Error(`"${drifterId}" is not ${aNoun} ID.`);
      const path = tokenPath(apiPaths.metadata, drifterId);
      const response = await serviceFetch(client)(path, { signal });
      if (!response.ok)
        throw new Error(`${Noun} ${drifterId} has no metadata (${response.status}).`);
      return parseMetadata(await readListJson(response));
    },
  });
}

export function portraitPath(drifterId: string): string {
  return tokenPath(apiPaths.portrait, drifterId);
}

/** Imported on demand: otherwise, only visitors with a wallet need this code. */
const minted = codeLoader(() => import("./isMinted.ts"));

const maxRetryDelayMilliseconds = 30_000;

/** Returns the query key for whether a token is minted. */
export function mintedQueryKey(drifterId: string) {
  return ["minted", drifterId] as const;
}

/**
 * Whether a token without metadata is minted; undefined until the chain responds. Refetches a
 * minted token's metadata until it is available.
 */
export function useAwaitedMetadata(drifterId: string): boolean | undefined {
  const { data: isMinted } = useQuery({
    queryKey: mintedQueryKey(drifterId),
    enabled: isDrifterId(drifterId),
    queryFn: async () => (await minted.load()).isMinted(drifterId),
  });
  useQuery({
    ...metadataQueryOptions(drifterId),
    refetchOnMount: false,
    retryOnMount: false,
    networkMode: "online",
    refetchInterval: ({ state }) => isMinted === true && retryDelay(state.errorUpdateCount),
  });
  return isMinted;
}

function retryDelay(failures: number): number {
  return Math.min(maxRetryDelayMilliseconds, 1_000 * 2 ** failures);
}
