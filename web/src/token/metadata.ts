import { queryOptions, useQuery } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/values/drifterId";
import { aNoun } from "#protocol/values/noun";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { parseMetadata } from "#protocol/wire/tokenMetadata";
import { codeLoader } from "../page/codeLoader.ts";
import { readListJson } from "../service/readJson.ts";
import { serviceFetch } from "../service/serviceFetch.ts";
import { type Missing, missingQueryKey } from "./missing.ts";

/** Returns whether metadata could not be loaded, rather than that the service has none; false during a refetch. */
export function isLoadFailure(error: Error | null): boolean {
  // A served page contains the error's own properties, not its class.
  return error !== null && !("status" in error && error.status === 404);
}

export function metadataQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["metadata", drifterId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal, client }) => {
      if (!isDrifterId(drifterId)) throw new Error(`"${drifterId}" is not ${aNoun} ID.`);
      const path = tokenPath(apiPaths.metadata, drifterId);
      const response = await serviceFetch(client)(path, { signal });
      const { status } = response;
      // Not a ServiceError, for which the server would not render the page.
      if (!response.ok) throw Object.assign(new Error(`Status ${status}.`), { status });
      return parseMetadata(await readListJson(response));
    },
  });
}

export function portraitPath(drifterId: string): string {
  return tokenPath(apiPaths.portrait, drifterId);
}

/** Imported on demand, because otherwise only visitors with a wallet need this code. */
const chainReader = codeLoader(() => import("./explainMissing.ts"));

const mintedUnknown = "It is unknown whether it is minted: the network can't be reached.";

const maxRetryDelayMilliseconds = 30_000;

/**
 * Returns why a token has no metadata; undefined until the chain responds or fails. The metadata of a minted token is
 * refetched until it is available.
 */
export function useAwaitedMetadata(drifterId: string): string | undefined {
  const { data: missing, isError } = useQuery({
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
  return missing?.reason ?? (isError ? mintedUnknown : undefined);
}

function retryDelay(failures: number): number {
  return Math.min(maxRetryDelayMilliseconds, 1_000 * 2 ** failures);
}
