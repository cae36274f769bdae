import * as z from "zod/mini";

/** Only the name is required; invalid optional fields are dropped. */
const schema = z.object({
  name: z.string().check(z.minLength(1)),
  description: z.catch(z.string(), ""),
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

/**
 * A drifter's metadata: the content of `/drifters/metadata/{id}.json`, in the format of marketplaces.
 */
export type DrifterMetadata = z.output<typeof schema>;

/** @throws if it is not metadata, or has no name. */
export function parseMetadata(json: unknown): DrifterMetadata {
  return schema.parse(json);
}
