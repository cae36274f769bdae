import { z } from "zod";
import { type ApiErrorCode, type ApiProblem, apiErrorStatus } from "#protocol/errors";
import { saveRequestSchema } from "../narratives/publishNarrative.ts";
import { listItemSchema, receiptSchema } from "../narratives/receipt.ts";
import { readinessSchema } from "../operations/readiness.ts";
import { healthSchema } from "../operations/routes.ts";

// Safety: an object literal's own keys, which `satisfies` compared with the codes.
const codes = Object.keys(apiErrorStatus) as ApiErrorCode[];

const problemSchema = z.strictObject({
  type: z.string().startsWith("urn:fringe-drifters:problem:"),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(codes),
}) satisfies z.ZodType<ApiProblem>;

const named = z.registry<{ id: string; description: string }>();
named.add(saveRequestSchema, {
  id: "NarrativeSaveRequest",
  description:
    "A story, the message `I own Drifter {drifterId} and I am posting {SHA-256 of the story}`, and the owner's EIP-191 signature over that message. A contract wallet's signature (ERC-1271, ERC-6492) may have any length.",
});
named.add(receiptSchema, {
  id: "NarrativeRecord",
  description: "An accepted story. It is its own receipt: everything needed to check it is inside.",
});
named.add(listItemSchema, {
  id: "NarrativeListItem",
  description: "One line of the list of stories.",
});
named.add(healthSchema, { id: "Health", description: "The process answers." });
named.add(readinessSchema, {
  id: "Readiness",
  description: "What saves need, part by part; `closing` once the service was told to end.",
});
named.add(problemSchema, {
  id: "Problem",
  description: "Problem details (RFC 9457). `code` is stable; the words around it may change.",
});

export function schemaReference(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schemas by which the service reads requests and its own store, as JSON Schema 2020-12. */
export function describeSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(named, { uri: (id) => schemaReference(id).$ref });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  );
}
