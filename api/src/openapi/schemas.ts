import { z } from "zod";
import { type ApiProblem, apiErrorCodes } from "#protocol/errors";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { mintRequestSchema } from "../mint/issueAuthorization.ts";
import { saveRequestSchema } from "../narratives/publishNarrative.ts";
import { listLineSchema, receiptSchema } from "../narratives/receipt.ts";
import { readinessSchema } from "../operations/readiness.ts";
import { healthSchema } from "../operations/routes.ts";

const hexText = (digits: number) =>
  z.templateLiteral(["0x", z.string().regex(new RegExp(`^[0-9a-fA-F]{${digits}}$`))]);

const signedAuthorizationSchema = z.strictObject({
  chainId: z.int(),
  contract: hexText(40),
  minter: hexText(40),
  phase: z.string(),
  transactionID: z.string(),
  qty: z.string().regex(/^[1-9]\d*$/),
  hash: hexText(64),
  signature: hexText(130),
}) satisfies z.ZodType<SignedMintAuthorization>;

const problemSchema = z.strictObject({
  type: z.string().startsWith("urn:fringe-drifters:problem:"),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(apiErrorCodes),
  pending: z.exactOptional(signedAuthorizationSchema),
  removed: z.exactOptional(listLineSchema),
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
named.add(listLineSchema, {
  id: "NarrativeListLine",
  description:
    "One line of the list of stories, with the drifter's name if the collection names it.",
});
named.add(mintRequestSchema, {
  id: "MintRequest",
  description: "The wallet that will mint, and how many: a whole number, as a number or as a text.",
});
named.add(signedAuthorizationSchema, {
  id: "SignedMintAuthorization",
  description:
    "An EIP-712 `MintAuthorization` by the collection's signer. `FringeMint(hash, signature, transactionID, qty)` takes it once, from `minter`, while `phase` is current.",
});
named.add(healthSchema, { id: "Health", description: "The process answers." });
named.add(readinessSchema, {
  id: "Readiness",
  description:
    "What saves need, part by part; `closing` once the service was told to end. `reason` is there while `contract` has failed.",
});
named.add(problemSchema, {
  id: "Problem",
  description:
    "Problem details (RFC 9457). `code` is stable; the words around it may change. `pending` is there with `mint.pending` only; `removed` with `narrative.not_found`, if there was a story and its owner removed it: the line of the revision by which they did.",
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
