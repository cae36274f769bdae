import * as v from "valibot";

/** Only the name is required; invalid optional fields are dropped. */
const schema = v.object({
  name: v.pipe(v.string(), v.minLength(1)),
  description: v.fallback(v.string(), ""),
  image: v.fallback(v.optional(v.string()), undefined),
  attributes: v.fallback(
    v.array(
      v.object({
        trait_type: v.string(),
        value: v.union([v.string(), v.number(), v.boolean()]),
      }),
    ),
    [],
  ),
});

/**
 * A token's metadata: the content of `metadata/{id}.json`, in the format of marketplaces.
 */
export type TokenMetadata = v.InferOutput<typeof schema>;

/** @throws if it is not metadata, or has no name. */
export function parseMetadata(json: unknown): TokenMetadata {
  return v.parse(schema, json);
}
