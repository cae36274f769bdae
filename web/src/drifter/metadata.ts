import { queryOptions } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/drifterId";
import { parseMetadata } from "#protocol/drifterMetadata";
import { apiPaths, drifterPath } from "#protocol/paths";
import { serviceFetch } from "../serviceFetch.ts";

export function metadataQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["metadata", drifterId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal, client }) => {
      if (!isDrifterId(drifterId)) throw new Error(`"${drifterId}" is not a drifter ID.`);
      const path = drifterPath(apiPaths.metadata, drifterId);
      const response = await serviceFetch(client)(path, { signal });
      if (!response.ok)
        throw new Error(`Drifter ${drifterId} has no metadata (${response.status}).`);
      return parseMetadata(await response.json());
    },
  });
}

export function portraitPath(drifterId: string): string {
  return drifterPath(apiPaths.portrait, drifterId);
}
