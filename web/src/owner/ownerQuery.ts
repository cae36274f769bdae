import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { OwnerPage } from "#protocol/catalogue";
import { ownedDriftersPath } from "#protocol/paths";
import { readJson } from "../components/readJson.ts";
import { drifterSchema } from "../drifter/drifterSchema.ts";

const ownerSchema = z.object({
  owner: z.templateLiteral(["0x", z.string()]),
  blockNumber: z.number(),
  drifters: z.array(z.object({ ...drifterSchema.shape, hasStory: z.boolean() })),
  stories: z.array(z.object({ ...drifterSchema.shape, savedAt: z.string(), revision: z.number() })),
});

/** Query for a wallet's drifters and the stories that it wrote. */
export function ownerQueryOptions(address: string) {
  return queryOptions({
    queryKey: ["owner", address.toLowerCase()],
    queryFn: ({ signal, client }): Promise<OwnerPage> =>
      readJson(ownedDriftersPath(address), ownerSchema, { signal, client }),
  });
}
