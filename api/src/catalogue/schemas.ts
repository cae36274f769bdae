import { z } from "zod";
import type { DrifterNeighbours, DrifterPage, OwnerPage } from "#protocol/catalogue";
import { drifterIdSchema, listLineSchema } from "../narratives/receipt.ts";

const count = z.int().min(0);
const cursor = z.string().nullable();
const trait = { type: z.string(), value: z.string() };
const reference = z.strictObject({ drifterId: drifterIdSchema, name: z.exactOptional(z.string()) });
const listed = reference.extend({ hasStory: z.boolean() });

export const drifterPageSchema = z.strictObject({
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

export const ownerPageSchema = z.strictObject({
  owner: listLineSchema.shape.author,
  blockNumber: count,
  drifters: z.array(listed),
  stories: z.array(reference.extend(listLineSchema.pick({ savedAt: true, revision: true }).shape)),
}) satisfies z.ZodType<OwnerPage>;

export const neighboursSchema = z.strictObject({
  previous: reference.nullable(),
  next: reference.nullable(),
  withStory: reference.nullable(),
  sameOwner: z.array(reference).nullable(),
  samePhase: z.array(reference),
  sharedTrait: z.strictObject({ ...trait, drifters: z.array(reference) }).nullable(),
  mentionedIn: z.array(reference),
}) satisfies z.ZodType<DrifterNeighbours>;
