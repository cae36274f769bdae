import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { isDrifterId } from "#protocol/values/drifterId";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { TokenNeighbors } from "#protocol/wire/responses";
import { hexSchema } from "../page/hexSchema.ts";
import { readJson } from "../service/readJson.ts";
import { personSchema } from "./personSchema.ts";
import { tokenSchema } from "./tokenSchema.ts";

const tokens = v.array(tokenSchema);
const neighborsSchema = v.object({
  previous: v.nullable(tokenSchema),
  next: v.nullable(tokenSchema),
  withStory: v.nullable(tokenSchema),
  owner: v.nullable(hexSchema()),
  sameOwner: v.nullable(tokens),
  samePhase: tokens,
  mentionedIn: v.array(v.object({ ...tokenSchema.entries, quote: v.exactOptional(v.string()) })),
  mentions: tokens,
  traits: v.array(v.object({ trait: v.string(), count: v.number() })),
  names: v.exactOptional(v.record(v.string(), personSchema)),
});

/** Query for the tokens that a token's page links to. */
export function neighborsQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["neighbors", drifterId],
    enabled: isDrifterId(drifterId),
    queryFn: ({ signal, client }): Promise<TokenNeighbors> =>
      readJson(tokenPath(apiPaths.neighbors, drifterId), neighborsSchema, { signal, client }),
  });
}
