import type { Address } from "viem";
import type { DrifterId } from "#protocol/values/drifterId";
import { maxOwnerStories, parseOwnerPageRequest } from "#protocol/wire/ownerPage";
import type { OwnerPageResponse } from "#protocol/wire/responses";
import { parseStoryPageRequest } from "#protocol/wire/storyList";
import type { Chain } from "../chain/chain.ts";
import type { MintedTokens } from "../chain/minted.ts";
import type { Names } from "../names/names.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { StorySearch } from "../search/storySearch.ts";
import { type Catalogue, toReference } from "./catalogue.ts";
import type { CollectionMetadata } from "./metadata.ts";
import { createNeighbors } from "./neighbors.ts";
import { createStoryList } from "./storyList.ts";
import { createStoryMap } from "./storyMap.ts";
import { createTokenList } from "./tokenList.ts";

interface ReadDependencies {
  catalogue: Catalogue;
  metadata: CollectionMetadata;
  store: Pick<NarrativeStore, "stories">;
  search: Pick<
    StorySearch,
    "search" | "beginnings" | "matching" | "mentionedIn" | "mentions" | "meetings"
  >;
  chain: Pick<Chain, "readHoldings">;
  minted: Pick<MintedTokens, "current" | "isMinted">;
  names: Pick<Names, "peek" | "of">;
}

/** The queries behind the routes and the server-rendered pages. */
export type CatalogueReads = ReturnType<typeof createCatalogueReads>;

export function createCatalogueReads(dependencies: ReadDependencies) {
  const { metadata, store, chain, minted, names } = dependencies;
  const storyPage = createStoryList(dependencies);
  return {
    tokenPage: createTokenList(dependencies),
    neighbors: createNeighbors(dependencies),
    storyMap: createStoryMap(dependencies),

    /** Returns a page of stories with their tokens' names: newest first, or the matches of a query. */
    async stories(query: URLSearchParams) {
      if (query.size > 0) return storyPage(parseStoryPageRequest(query));
      const list = (await store.stories()).list();
      await metadata.know(list);
      return list.map((item) => ({ ...item, name: metadata.of(item.drifterId)?.name }));
    },

    /** Reads a page of a wallet's tokens from the chain, and the latest stories by that wallet. */
    async ownerPage(owner: Address, query: URLSearchParams): Promise<OwnerPageResponse> {
      const request = parseOwnerPageRequest(query);
      const { blockNumber, total, drifterIds, next } = await chain.readHoldings(owner, request);
      const ranges = await minted.current();
      const stories = await store.stories();
      const written = stories
        .byAuthor(owner)
        .filter(({ drifterId }) => ranges?.has(drifterId) !== false);
      const newest = written.slice(0, maxOwnerStories);
      const held = drifterIds.map((drifterId) => ({ drifterId }));
      await metadata.know([...held, ...newest], "long");
      const refer = (drifterId: DrifterId) => toReference({ drifterId, ...metadata.of(drifterId) });
      // Anyone may ask for any address, so only the names of owners and authors are looked up.
      const isPerson = total > 0 || written.length > 0;
      const ownerName = isPerson ? names.of(owner) : names.peek(owner);
      return {
        owner,
        ...(ownerName && { ownerName }),
        blockNumber: Number(blockNumber),
        total,
        tokens: held.map(({ drifterId }) => ({
          ...refer(drifterId),
          hasStory: stories.has(drifterId),
        })),
        next,
        stories: newest.map(({ drifterId, savedAt, revision }) => ({
          ...refer(drifterId),
          savedAt,
          revision,
        })),
        storyTotal: written.length,
      };
    },
  };
}
