import type { Address } from "viem";
import type {
  DrifterNeighbours,
  DrifterPage,
  DrifterPageRequest,
  DrifterReference,
  OwnerPage,
} from "#protocol/catalogue";
import type { DrifterId } from "#protocol/drifterId";
import type { Chain } from "../chain.ts";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { ApiError } from "../problem.ts";
import type { StorySearch } from "../search/storySearch.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CollectionMetadata } from "./collectionMetadata.ts";
import { createDrifterPages } from "./drifterPages.ts";
import { findNeighbours } from "./neighbours.ts";

interface CatalogueDependencies {
  catalogue: Catalogue;
  metadata: CollectionMetadata;
  store: Pick<NarrativeStore, "stories">;
  search: Pick<StorySearch, "matching" | "mentionedIn">;
  chain: Pick<Chain, "readOwner" | "readHoldings">;
  minted: Pick<MintedDrifters, "current" | "isMinted">;
}

/** The content of the gallery, of owners' pages, and of the links between drifters. */
export interface CatalogueReads {
  /** @throws {ParameterError} for an unknown trait or phase, or a broken cursor. */
  drifterPage(request: DrifterPageRequest): Promise<DrifterPage>;
  /**
   * @param mayReadChain counts a read of the chain; if it rejects, the owner's other drifters are left out.
   * @throws {ApiError} `drifter.not_found`
   */
  neighbours(drifterId: DrifterId, mayReadChain: () => Promise<void>): Promise<DrifterNeighbours>;
  /**
   * Reads a wallet's drifters from the chain.
   *
   * @throws {ApiError} `chain.unavailable`
   */
  ownerPage(owner: Address): Promise<OwnerPage>;
}

export function createCatalogueReads(dependencies: CatalogueDependencies): CatalogueReads {
  const { catalogue, metadata, store, search, chain, minted } = dependencies;
  const pageOf = createDrifterPages(search);

  return {
    async drifterPage(request) {
      const view = await catalogue.view();
      return pageOf({ view, stories: await store.stories() }, request);
    },

    async neighbours(drifterId, mayReadChain) {
      // Reads the chain again for a drifter that is not known to be minted.
      await minted.isMinted(drifterId);
      const view = await catalogue.view();
      const entry = view.get(drifterId);
      if (entry === undefined) throw new ApiError("drifter.not_found");
      const [owned, mentionedIn] = await Promise.all([
        readSameOwner(drifterId, mayReadChain),
        search.mentionedIn(drifterId),
      ]);
      const stories = await store.stories();
      const hasStory = (other: typeof entry) => stories.has(other.drifterId);
      return findNeighbours(entry, { view, hasStory, owned, mentionedIn });
    },

    async ownerPage(owner) {
      const { blockNumber, drifterIds } = await chain.readHoldings(owner);
      const ranges = await minted.current();
      const stories = await store.stories();
      const written = stories
        .byAuthor(owner)
        .filter(({ drifterId }) => ranges?.has(drifterId) !== false);
      const held = drifterIds.map((drifterId) => ({ drifterId }));
      await metadata.know([...held, ...written], "long");
      return {
        owner,
        blockNumber: Number(blockNumber),
        drifters: drifterIds.toSorted(byNumber).map((drifterId) => ({
          ...refer(drifterId),
          hasStory: stories.has(drifterId),
        })),
        stories: written.map(({ drifterId, savedAt, revision }) => ({
          ...refer(drifterId),
          savedAt,
          revision,
        })),
      };
    },
  };

  function refer(drifterId: DrifterId): DrifterReference {
    const name = metadata.of(drifterId)?.name;
    return { drifterId, ...(name !== undefined && { name }) };
  }

  /** Drifters of the same owner; null if the chain cannot be read now. */
  async function readSameOwner(
    drifterId: DrifterId,
    mayReadChain: () => Promise<void>,
  ): Promise<readonly DrifterId[] | null> {
    try {
      await mayReadChain();
      const { owner } = await chain.readOwner(drifterId);
      return (await chain.readHoldings(owner)).drifterIds;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}

const { compare: byNumber } = new Intl.Collator("en", { numeric: true });
