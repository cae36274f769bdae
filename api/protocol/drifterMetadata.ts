import * as z from "zod/mini";

/** Only a name is needed; what else is missing or makes no sense is left out. */
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
 * What the collection says of a drifter: the content of `/drifters/metadata/{id}.json`, in the form that
 * marketplaces read.
 */
export type DrifterMetadata = z.output<typeof schema>;

/** @throws if it is not metadata, or has no name. */
export function parseMetadata(json: unknown): DrifterMetadata {
  return schema.parse(json);
}
