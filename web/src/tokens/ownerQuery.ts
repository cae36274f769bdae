import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { ownerParameters } from "#protocol/wire/ownerPage";
import { ownerPagePath } from "#protocol/wire/pages";
import { ownedTokensPath } from "#protocol/wire/paths";
import type { OwnerPageResponse } from "#protocol/wire/responses";
import { hexSchema } from "../page/hexSchema.ts";
import { readJson } from "../service/readJson.ts";
import { personSchema } from "./personSchema.ts";
import { tokenSchema } from "./tokenSchema.ts";

const ownerSchema = v.object({
  owner: hexSchema(),
  ownerName: v.exactOptional(personSchema),
  blockNumber: v.number(),
  total: v.number(),
  tokens: v.array(v.object({ ...tokenSchema.entries, hasStory: v.boolean() })),
  next: v.nullable(v.string()),
  stories: v.array(v.object({ ...tokenSchema.entries, savedAt: v.string(), revision: v.number() })),
  storyTotal: v.number(),
});

/** Whether a text looks like an address; the checksum may be wrong. */
export function isAddressLike(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}

/** Query for a wallet's newest tokens, and the stories that the wallet wrote. */
export function ownerQueryOptions(address: string, limit: number) {
  return queryOptions({
    queryKey: ["owner", address.toLowerCase(), limit],
    queryFn: ({ signal, client }): Promise<OwnerPageResponse> =>
      readJson(`${ownedTokensPath(address)}?limit=${limit}`, ownerSchema, { signal, client }),
  });
}

/** Parses the cursor in a wallet page's URL; undefined if invalid. */
export function parseOwnerCursor(search: URLSearchParams): string | undefined {
  return ownerParameters.cursor.parse(search.get("cursor") ?? "")?.toString();
}

/** Returns a wallet page's path, starting at a cursor. */
export function ownerCursorPath(address: string, cursor: string): string {
  return `${ownerPagePath(address)}?cursor=${cursor}`;
}

/** How long a wallet's page counts as fresh. */
const freshMilliseconds = 10_000;

/** Time that a wallet's page stays cached after the reader leaves, so that going back restores the position. */
const cacheMilliseconds = 5 * 60_000;

interface LoadedPages {
  pages: readonly unknown[];
}

/** Infinite query for a wallet's tokens; a page's parameter is its cursor. */
export function ownerPagesQueryOptions(address: string, cursor?: string) {
  return infiniteQueryOptions({
    queryKey: ["ownerPages", address.toLowerCase(), cursor ?? null],
    // A refetch would reload all pages.
    staleTime: ({ state }: { state: { data?: LoadedPages | undefined } }) =>
      (state.data?.pages.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : freshMilliseconds,
    gcTime: cacheMilliseconds,
    initialPageParam: cursor ?? null,
    queryFn: ({ pageParam, signal, client }): Promise<OwnerPageResponse> =>
      readJson(
        `${ownedTokensPath(address)}${pageParam ? `?cursor=${pageParam}` : ""}`,
        ownerSchema,
        { signal, client },
      ),
    getNextPageParam: ({ next }) => next,
  });
}
