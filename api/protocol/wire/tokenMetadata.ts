import * as v from "valibot";

/** A trait. OpenSea's generic attributes lack `trait_type`. */
const attributeSchema = v.object({
  trait_type: v.nullish(v.string(), "Property"),
  value: v.union([v.string(), v.number(), v.boolean()]),
});
type Attribute = v.InferOutput<typeof attributeSchema>;

/** Metadata that requires only a name; drops invalid optional fields and invalid attributes. */
const metadataSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1)),
  description: v.fallback(v.string(), ""),
  image: v.fallback(v.optional(v.string()), undefined),
  attributes: v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((list) => list.flatMap(readAttribute)),
    ),
    [],
  ),
});
const strictSchema = v.object({
  ...metadataSchema.entries,
  description: v.nullish(v.string()),
  image: v.nullish(v.string()),
  attributes: v.nullish(v.array(attributeSchema)),
});

function readAttribute(json: unknown): Attribute[] {
  const attribute = v.safeParse(attributeSchema, json);
  return attribute.success ? [attribute.output] : [];
}

/** A token's metadata in the marketplaces' format: the content of `metadata/{id}.json`. */
export type TokenMetadata = v.InferOutput<typeof metadataSchema>;

/**
 * Parses a token's metadata.
 * @throws {ValiError} if it is not metadata, or has no name.
 */
export function parseMetadata(json: unknown): TokenMetadata {
  return v.parse(metadataSchema, json);
}

/** Returns the paths of fields that `parseMetadata` drops or rejects, such as `attributes.2.value`. */
export function unreadableFields(json: unknown): string[] {
  const { issues = [] } = v.safeParse(strictSchema, json);
  return [...new Set(issues.map((issue) => v.getDotPath(issue) ?? "all"))];
}
