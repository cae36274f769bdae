import { queryOptions } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/drifterId";
import { parseMetadata } from "#protocol/drifterMetadata";
import { apiPaths, drifterPath } from "#protocol/paths";

export function metadataQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["metadata", drifterId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      if (!isDrifterId(drifterId)) throw new Error(`"${drifterId}" is not a drifter ID.`);
      const response = await fetch(drifterPath(apiPaths.metadata, drifterId), { signal });
      if (!response.ok)
        throw new Error(`Drifter ${drifterId} has no metadata (${response.status}).`);
      return parseMetadata(await response.json());
    },
  });
}

export function portraitPath(drifterId: string): string {
  return drifterPath(apiPaths.portrait, drifterId);
}
