import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { ownedTokensPath } from "#protocol/wire/paths";
import type { OwnerPageResponse } from "#protocol/wire/responses";
import { hexSchema } from "../page/hexSchema.ts";
import { readJson } from "../service/readJson.ts";
import { tokenSchema } from "./tokenSchema.ts";

const ownerSchema = v.object({
  owner: hexSchema(),
  blockNumber: v.number(),
  tokens: v.array(v.object({ ...tokenSchema.entries, hasStory: v.boolean() })),
  stories: v.array(v.object({ ...tokenSchema.entries, savedAt: v.string(), revision: v.number() })),
});

/** Whether text has an address's form. Its checksum, if it has one, may be wrong. */
export function isAddressLike(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}

/** Query for a wallet's tokens and the stories that it wrote. */
export function ownerQueryOptions(address: string) {
  return queryOptions({
    queryKey: ["owner", address.toLowerCase()],
    queryFn: ({ signal, client }): Promise<OwnerPageResponse> =>
      readJson(ownedTokensPath(address), ownerSchema, { signal, client }),
  });
}
