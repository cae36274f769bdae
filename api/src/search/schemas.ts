import { z } from "zod";
import type { StoryPage } from "#protocol/storyPages";
import { listLineSchema } from "../narratives/receipt.ts";

export const storyPageSchema = z.strictObject({
  stories: z.array(
    listLineSchema.extend({
      excerpt: z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })),
    }),
  ),
  next: z.string().nullable(),
}) satisfies z.ZodType<StoryPage>;
