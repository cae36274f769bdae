import { z } from "zod";
import { canonicalForm } from "#protocol/bigints";
import { isDrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeListLine, NarrativeRecord } from "#protocol/narrative";
import type { ChainHead, ChainLink, Checkpoint, DrifterChain } from "#protocol/receiptChain";

/** The pattern documents the format in the API description; the refinement checks it fully. */
export const drifterIdSchema = z.string().regex(canonicalForm).refine(isDrifterId);
// A template literal matches the whole text, so its parts need no anchors.
const hex = z.templateLiteral(["0x", z.string().regex(/[0-9a-fA-F]*/)]);
const address = z.templateLiteral(["0x", z.string().regex(/[0-9a-fA-F]{40}/)]);

export const receiptSchema = z.strictObject({
  drifterId: drifterIdSchema,
  narrative: z.string(),
  signedMessage: z.string(),
  signature: hex,
  author: address,
  savedAt: z.iso.datetime(),
  blockNumber: z.int().min(0),
  chainId: z.int().min(1),
  contract: address,
  revision: z.int().min(1),
}) satisfies z.ZodType<NarrativeRecord>;

export const listLineSchema = receiptSchema
  .pick({ drifterId: true, author: true, savedAt: true, revision: true })
  .extend({ name: z.exactOptional(z.string()) }) satisfies z.ZodType<NarrativeListLine>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const linkSchema = z.union([
  receiptSchema.omit({ narrative: true }).extend({ narrativeHash: hash }),
  z.strictObject({
    drifterId: drifterIdSchema,
    revision: z.int().min(1),
    isMissing: z.literal(true),
  }),
]) satisfies z.ZodType<ChainLink>;

export const drifterChainSchema = z.strictObject({
  drifterId: drifterIdSchema,
  isHidden: z.boolean(),
  links: z.array(linkSchema),
}) satisfies z.ZodType<DrifterChain>;

export const chainHeadSchema = z.strictObject({
  drifterId: drifterIdSchema,
  revision: z.int().min(1),
  hash,
}) satisfies z.ZodType<ChainHead>;

export const checkpointSchema = z.strictObject({
  format: z.literal("fringe-drifters-checkpoint"),
  version: z.literal(1),
  root: hash,
  drifters: z.int().min(0),
  receipts: z.int().min(0),
  savedAt: z.iso.datetime().nullable(),
}) satisfies z.ZodType<Checkpoint>;

/** Parses a receipt with exactly its fields. @throws if it is invalid. */
export function parseReceipt(value: unknown): NarrativeRecord {
  return receiptSchema.parse(value);
}

/** Returns a receipt's item in the list. */
export function listItemOf(receipt: NarrativeRecord): NarrativeListItem {
  const { drifterId, author, savedAt, revision } = receipt;
  return { drifterId, author, savedAt, revision };
}
