import { queryOptions, useQuery } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/values/drifterId";
import { aNoun, tokenTitle } from "#protocol/values/noun";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { parseMetadata } from "#protocol/wire/tokenMetadata";
import { codeLoader } from "../page/codeLoader.ts";
import { readListJson } from "../service/readJson.ts";
import { serviceFetch } from "../service/serviceFetch.ts";
import { type Missing, missingQueryKey } from "./missing.ts";

export function metadataQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["metadata", drifterId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal, client }) => {
      if (!isDrifterId(drifterId)) throw new Error(`"${drifterId}" is not ${aNoun} ID.`);
      const path = tokenPath(apiPaths.metadata, drifterId);
      const response = await serviceFetch(client)(path, { signal });
      if (!response.ok)
        throw new Error(`${tokenTitle(drifterId)} has no metadata (${response.status}).`);
      return parseMetadata(await readListJson(response));
    },
  });
}

export function portraitPath(drifterId: string): string {
  return tokenPath(apiPaths.portrait, drifterId);
}

/** Imported on demand, because otherwise only visitors with a wallet need this code. */
const chainReader = codeLoader(() => import("./explainMissing.ts"));

const maxRetryDelayMilliseconds = 30_000;

/**
 * Returns why a token has no metadata; undefined until the chain responds. The metadata of a minted token is refetched
 * until it is available.
 */
export function useAwaitedMetadata(drifterId: string): string | undefined {
  const { data: missing } = useQuery({
    queryKey: missingQueryKey(drifterId),
    enabled: isDrifterId(drifterId),
    queryFn: async (): Promise<Missing> => (await chainReader.load()).explainMissing(drifterId),
  });
  useQuery({
    ...metadataQueryOptions(drifterId),
    refetchOnMount: false,
    retryOnMount: false,
    networkMode: "online",
    refetchInterval: ({ state }) =>
      missing?.isMinted === true && retryDelay(state.errorUpdateCount),
  });
  return missing?.reason;
}

function retryDelay(failures: number): number {
  return Math.min(maxRetryDelayMilliseconds, 1_000 * 2 ** failures);
}
