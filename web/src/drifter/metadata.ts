import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { isDrifterId } from "#protocol/drifterId";

const metadataSchema = z.object({
  name: z.string().check(z.minLength(1)),
  image: z.catch(z.optional(z.string()), undefined),
  attributes: z.catch(
    z.array(
      z.object({
        trait_type: z.string(),
        value: z.union([z.string(), z.number(), z.boolean()]),
      }),
    ),
    [],
  ),
});

/** What the collection says of a drifter. */
export type DrifterMetadata = z.output<typeof metadataSchema>;

/** Reads a metadata file's content. Only a name is needed; what else is missing is left out. */
export function parseMetadata(json: unknown): DrifterMetadata {
  return metadataSchema.parse(json);
}

export function metadataQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["metadata", drifterId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      if (!isDrifterId(drifterId)) throw new Error(`"${drifterId}" is no drifter's id.`);
      const response = await fetch(`/drifters/metadata/${drifterId}.json`, { signal });
      if (!response.ok)
        throw new Error(`Drifter ${drifterId} has no metadata (${response.status}).`);
      return parseMetadata(await response.json());
    },
  });
}

/** The small portrait's path. */
export function portraitPath(drifterId: string): string {
  return `/drifters/images/${encodeURIComponent(drifterId)}.jpg`;
}
