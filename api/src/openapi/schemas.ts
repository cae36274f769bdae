import { z } from "zod";
import type { DrifterNeighbours, DrifterPage, OwnerPage } from "#protocol/catalogue";
import { type ApiProblem, apiErrorCodes } from "#protocol/errors";
import type { MintAllowance } from "#protocol/mintAllowance";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import type { StoryPage } from "#protocol/storyPages";
import { mintRequestSchema } from "../mint/issueAuthorization.ts";
import { saveRequestSchema } from "../narratives/publishNarrative.ts";
import {
  chainHeadSchema,
  checkpointSchema,
  drifterChainSchema,
  drifterIdSchema,
  listLineSchema,
  receiptSchema,
} from "../narratives/receipt.ts";
import { readinessSchema } from "../operations/readiness.ts";
import { healthSchema } from "../operations/routes.ts";

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

const cursor = z.string().nullable();
const trait = { type: z.string(), value: z.string() };
const reference = z.strictObject({ drifterId: drifterIdSchema, name: z.exactOptional(z.string()) });
const listed = reference.extend({ hasStory: z.boolean() });

const drifterPageSchema = z.strictObject({
  drifters: z.array(listed.extend({ phase: z.exactOptional(z.string()) })),
  total: count,
  facets: z.strictObject({
    traits: z.array(
      z.strictObject({
        type: z.string(),
        values: z.array(z.strictObject({ value: z.string(), count })),
      }),
    ),
    phases: z.array(z.strictObject({ phase: z.string(), count })),
    stories: z.strictObject({ with: count, without: count }),
  }),
  next: cursor,
}) satisfies z.ZodType<DrifterPage>;

const ownerPageSchema = z.strictObject({
  owner: listLineSchema.shape.author,
  blockNumber: count,
  drifters: z.array(listed),
  stories: z.array(reference.extend(listLineSchema.pick({ savedAt: true, revision: true }).shape)),
}) satisfies z.ZodType<OwnerPage>;

const neighboursSchema = z.strictObject({
  previous: reference.nullable(),
  next: reference.nullable(),
  withStory: reference.nullable(),
  sameOwner: z.array(reference).nullable(),
  samePhase: z.array(reference),
  sharedTrait: z.strictObject({ ...trait, drifters: z.array(reference) }).nullable(),
  mentionedIn: z.array(reference),
}) satisfies z.ZodType<DrifterNeighbours>;

const storyPageSchema = z.strictObject({
  stories: z.array(
    listLineSchema.extend({
      excerpt: z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })),
    }),
  ),
  next: z.string().nullable(),
}) satisfies z.ZodType<StoryPage>;

/** Schemas of requests and responses, each with its description. */
const named = {
  NarrativeSaveRequest: [
    saveRequestSchema,
    "A story, the message `I own Drifter {drifterId} and I am posting {SHA-256 of the story}`, and the owner's EIP-191 signature over that message. A contract wallet's signature (ERC-1271, ERC-6492) may have any length.",
  ],
  NarrativeRecord: [
    receiptSchema,
    "An accepted story and its receipt: it contains everything needed to verify it.",
  ],
  Checkpoint: [
    checkpointSchema,
    "A commitment to every receipt: the Merkle root (RFC 6962, SHA-256) over the heads of all drifters' chains.",
  ],
  ChainHead: [chainHeadSchema, "The hash of a drifter's last link, and the number of its links."],
  DrifterChain: [
    drifterChainSchema,
    "Every receipt of a drifter, with the SHA-256 of its text instead of the text; one whose file was set aside is marked as missing.",
  ],
  NarrativeListLine: [
    listLineSchema,
    "One line of the list of stories, with the drifter's name if the collection names it.",
  ],
  StoryPage: [
    storyPageSchema,
    "A page of stories, newest first, or by rank with a query. `next` is the cursor of the next page. The parts of an excerpt, joined, are plain text; `isMatch` marks words of the query.",
  ],
  DrifterPage: [
    drifterPageSchema,
    "A page of minted drifters, the number of drifters on all pages, and for each filter how many drifters each of its choices has while the other filters hold. `next` is the cursor of the next page.",
  ],
  OwnerPage: [
    ownerPageSchema,
    "A wallet's drifters at a block, and the current stories that it wrote, whoever owns their drifters now.",
  ],
  DrifterNeighbours: [
    neighboursSchema,
    "Other minted drifters: by number, with a story, of the same owner (null while the chain cannot be read), of the same phase, with the rarest trait that others share, and those whose stories mention this drifter.",
  ],
  MintRequest: [
    mintRequestSchema,
    "The wallet that will mint and the quantity: a whole number, as a number or a string.",
  ],
  SignedMintAuthorization: [
    signedAuthorizationSchema,
    "An EIP-712 `MintAuthorization` by the collection's signer. `FringeMint(hash, signature, transactionID, qty)` accepts it once, from `minter`, while `phase` is active.",
  ],
  MintAllowance: [
    allowanceSchema,
    "How many a wallet may still mint in the active phase, and its total allowance: 0 if the phase is closed or the wallet is not listed. Unused authorisations do not count. Until a mint is final, it counts as the largest quantity signed for it: `confirming` has its confirmations, and how many are left after that.",
  ],
  Health: [healthSchema, "The process responds."],
  Readiness: [
    readinessSchema,
    "State of each part that saves need; `closing` during shutdown. `reason` is present while `contract` has failed.",
  ],
  Problem: [
    problemSchema,
    "Problem details (RFC 9457). `code` is stable; the wording may change. `removed` is present with `narrative.not_found` if the owner removed the story: the list item of the removing revision.",
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

export type SchemaName = keyof typeof named;

export function schemaReference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the schemas of requests and responses as JSON Schema 2020-12. */
export function describeSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string; description: string }>();
  for (const [id, [schema, description]] of Object.entries(named)) {
    registry.add(schema, { id, description });
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { uri, metadata: registry });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema]),
  );
}
