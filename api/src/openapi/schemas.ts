import { z } from "zod";
import { type ApiProblem, apiErrorCodes } from "#protocol/errors";
import type { MintAllowance } from "#protocol/mintAllowance";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { drifterPageSchema, neighboursSchema, ownerPageSchema } from "../catalogue/schemas.ts";
import { mintRequestSchema } from "../mint/issueAuthorization.ts";
import { saveRequestSchema } from "../narratives/publishNarrative.ts";
import {
  chainHeadSchema,
  checkpointSchema,
  drifterChainSchema,
  listLineSchema,
  receiptSchema,
} from "../narratives/receipt.ts";
import { readinessSchema } from "../operations/readiness.ts";
import { healthSchema } from "../operations/routes.ts";
import { storyPageSchema } from "../search/schemas.ts";

// A template literal matches the whole text, so its parts need no anchors.
const hexText = (digits: number) =>
  z.templateLiteral(["0x", z.string().regex(new RegExp(`[0-9a-fA-F]{${digits}}`))]);

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

const count = z.int().min(0);
const allowanceSchema = z.strictObject({
  phase: z.string(),
  allowance: count,
  left: count,
  confirming: z.exactOptional(z.strictObject({ blocks: count, of: count, leftAfter: count })),
}) satisfies z.ZodType<MintAllowance>;

const problemSchema = z.strictObject({
  type: z.string().startsWith("urn:fringe-drifters:problem:"),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(apiErrorCodes),
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
  description: "An accepted story and its receipt: it contains everything needed to verify it.",
});
named.add(checkpointSchema, {
  id: "Checkpoint",
  description:
    "A commitment to every receipt: the Merkle root (RFC 6962, SHA-256) over the heads of all drifters' chains.",
});
named.add(chainHeadSchema, {
  id: "ChainHead",
  description: "The hash of a drifter's last link, and the number of its links.",
});
named.add(drifterChainSchema, {
  id: "DrifterChain",
  description:
    "Every receipt of a drifter, with the SHA-256 of its text instead of the text; one whose file was set aside is marked as missing.",
});
named.add(listLineSchema, {
  id: "NarrativeListLine",
  description:
    "One line of the list of stories, with the drifter's name if the collection names it.",
});
named.add(storyPageSchema, {
  id: "StoryPage",
  description:
    "A page of stories, newest first, or by rank with a query. `next` is the cursor of the next page. The parts of an excerpt, joined, are plain text; `isMatch` marks words of the query.",
});
named.add(drifterPageSchema, {
  id: "DrifterPage",
  description:
    "A page of minted drifters, the number of drifters on all pages, and for each filter how many drifters each of its choices has while the other filters hold. `next` is the cursor of the next page.",
});
named.add(ownerPageSchema, {
  id: "OwnerPage",
  description:
    "A wallet's drifters at a block, and the current stories that it wrote, whoever owns their drifters now.",
});
named.add(neighboursSchema, {
  id: "DrifterNeighbours",
  description:
    "Other minted drifters: by number, with a story, of the same owner (null while the chain cannot be read), of the same phase, with the rarest trait that others share, and those whose stories mention this drifter.",
});
named.add(mintRequestSchema, {
  id: "MintRequest",
  description:
    "The wallet that will mint and the quantity: a whole number, as a number or a string.",
});
named.add(signedAuthorizationSchema, {
  id: "SignedMintAuthorization",
  description:
    "An EIP-712 `MintAuthorization` by the collection's signer. `FringeMint(hash, signature, transactionID, qty)` accepts it once, from `minter`, while `phase` is active.",
});
named.add(allowanceSchema, {
  id: "MintAllowance",
  description:
    "How many a wallet may still mint in the active phase, and its total allowance: 0 if the phase is closed or the wallet is not listed. Unused authorisations do not count. Until a mint is final, it counts as the largest quantity signed for it: `confirming` has its confirmations, and how many are left after that.",
});
named.add(healthSchema, { id: "Health", description: "The process responds." });
named.add(readinessSchema, {
  id: "Readiness",
  description:
    "State of each part that saves need; `closing` during shutdown. `reason` is present while `contract` has failed.",
});
named.add(problemSchema, {
  id: "Problem",
  description:
    "Problem details (RFC 9457). `code` is stable; the wording may change. `removed` is present with `narrative.not_found` if the owner removed the story: the list item of the removing revision.",
});

export function schemaReference(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the schemas of requests and responses as JSON Schema 2020-12. */
export function describeSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => schemaReference(id).$ref,
    metadata: named,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema]),
  );
}
