import { useQuery } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/drifterId";
import { metadataQueryOptions } from "./metadata.ts";

const longestPauseMilliseconds = 30_000;

/** Key of whether a drifter is minted. */
export function mintedQueryKey(drifterId: string) {
  return ["minted", drifterId] as const;
}

/**
 * Whether a drifter without metadata is minted; undefined while the chain has not answered. If it is, its metadata is
 * refetched until it is available.
 */
export function useAwaitedMetadata(drifterId: string): boolean | undefined {
  const { data: isMinted } = useQuery({
    queryKey: mintedQueryKey(drifterId),
    enabled: isDrifterId(drifterId),
    // Imported on demand: otherwise only visitors with a wallet need this code.
    queryFn: async () => (await import("./isMinted.ts")).isMinted(drifterId),
  });
  useQuery({
    ...metadataQueryOptions(drifterId),
    refetchOnMount: false,
    retryOnMount: false,
    networkMode: "online",
    refetchInterval: ({ state }) => isMinted === true && pauseAfter(state.errorUpdateCount),
  });
  return isMinted;
}

function pauseAfter(failures: number): number {
  return Math.min(longestPauseMilliseconds, 1_000 * 2 ** failures);
}
