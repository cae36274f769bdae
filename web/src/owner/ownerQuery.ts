import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { ownedDriftersPath } from "#protocol/paths";
import type { OwnerPage } from "#protocol/responses";
import { drifterSchema } from "../drifter/drifterSchema.ts";
import { hexSchema } from "../service/hexSchema.ts";
import { readJson } from "../service/readJson.ts";

const ownerSchema = v.object({
  owner: hexSchema(),
  blockNumber: v.number(),
  drifters: v.array(v.object({ ...drifterSchema.entries, hasStory: v.boolean() })),
  stories: v.array(
    v.object({ ...drifterSchema.entries, savedAt: v.string(), revision: v.number() }),
  ),
});

/** Whether text has an address's form. Its checksum, if it has one, may be wrong. */
export function isAddressLike(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}

/** Query for a wallet's drifters and the stories that it wrote. */
export function ownerQueryOptions(address: string) {
  return queryOptions({
    queryKey: ["owner", address.toLowerCase()],
    queryFn: ({ signal, client }): Promise<OwnerPage> =>
      readJson(ownedDriftersPath(address), ownerSchema, { signal, client }),
  });
}
