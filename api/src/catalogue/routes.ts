import type { Request, Response, Router } from "express";
import type { Address } from "viem";
import { parseDrifterPageRequest } from "#protocol/catalogue";
import type { DrifterId } from "#protocol/drifterId";
import { parseParameters } from "#protocol/parameters";
import { apiPaths, routePattern } from "#protocol/paths";
import type { OwnerPage } from "#protocol/responses";
import type { Chain } from "../chain/chain.ts";
import type { MintedDrifters } from "../chain/minted.ts";
import { sharedCacheControl, storyCacheControl } from "../http/cacheControl.ts";
import { ApiError } from "../http/problem.ts";
import type { ClientLimit } from "../http/rateLimit.ts";
import {
  createRouter,
  isForPage,
  methodNotAllowed,
  parseOwner,
  queryOf,
  refuseMalformedDrifterId,
} from "../http/routing.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { StorySearch } from "../search/storySearch.ts";
import { type Catalogue, referenceTo } from "./catalogue.ts";
import { createDrifterList } from "./drifterList.ts";
import type { CollectionMetadata } from "./metadata.ts";
import { findNeighbours } from "./neighbours.ts";

interface CatalogueDependencies {
  catalogue: Catalogue;
  metadata: CollectionMetadata;
  store: Pick<NarrativeStore, "stories">;
  search: Pick<StorySearch, "matching" | "mentionedIn">;
  chain: Pick<Chain, "readOwner" | "readHoldings">;
  minted: Pick<MintedDrifters, "current" | "isMinted">;
  /** Counts a client's reads of the chain. */
  limitReads: ClientLimit;
}

/** Routes the gallery, the drifters of a wallet, and the links between drifters. */
export function catalogueRoutes(dependencies: CatalogueDependencies): Router {
  const { catalogue, metadata, store, search, chain, minted, limitReads } = dependencies;
  const drifterPage = createDrifterList(search);
  const router = createRouter();

  router
    .route(apiPaths.drifters)
    .get(async (request: Request, response: Response) => {
      const wanted = parseDrifterPageRequest(queryOf(request));
      const view = await catalogue.view();
      const page = await drifterPage({ view, stories: await store.stories() }, wanted);
      response.setHeader("Cache-Control", storyCacheControl);
      response.json(page);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.neighbours))
    .all(refuseMalformedDrifterId)
    .get(async (request: Request<{ drifterId: string }>, response: Response) => {
      parseParameters(queryOf(request), {});
      const { drifterId } = request.params;
      // Reads the chain again for a drifter that is not known to be minted.
      await minted.isMinted(drifterId);
      const view = await catalogue.view();
      const entry = view.get(drifterId);
      if (entry === undefined) throw new ApiError("drifter.not_found");
      const [owned, mentionedIn] = await Promise.all([
        // Only browsers request what has to be read from the chain for each drifter.
        isForPage(request) ? null : readSameOwner(drifterId, request as Request),
        search.mentionedIn(drifterId),
      ]);
      const stories = await store.stories();
      const hasStory = (other: typeof entry) => stories.has(other.drifterId);
      const neighbours = findNeighbours(entry, { view, hasStory, owned, mentionedIn });
      // Without the owner's other drifters, it is the answer to a client that has read too much.
      const isWhole = neighbours.sameOwner !== null;
      response.setHeader("Cache-Control", isWhole ? sharedCacheControl : "no-cache");
      response.json(neighbours);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.ownedDrifters))
    .get(async (request: Request<{ address: string }>, response: Response) => {
      parseParameters(queryOf(request), {});
      const owner = parseOwner(request.params.address);
      if (!isForPage(request)) limitReads(request as Request);
      const page = await readOwnerPage(owner);
      response.setHeader("Cache-Control", "no-cache");
      response.json(page);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  return router;

  /** Drifters of the same owner; null if the chain cannot be read now, or the client has read it too often. */
  async function readSameOwner(drifterId: DrifterId, request: Request) {
    try {
      limitReads(request);
      const { owner } = await chain.readOwner(drifterId);
      return (await chain.readHoldings(owner)).drifterIds;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  /** Reads a wallet's drifters from the chain, and the stories that it wrote. */
  async function readOwnerPage(owner: Address): Promise<OwnerPage> {
    const { blockNumber, drifterIds } = await chain.readHoldings(owner);
    const ranges = await minted.current();
    const stories = await store.stories();
    const written = stories
      .byAuthor(owner)
      .filter(({ drifterId }) => ranges?.has(drifterId) !== false);
    const held = drifterIds.toSorted(byNumber).map((drifterId) => ({ drifterId }));
    await metadata.know([...held, ...written], "long");
    const refer = (drifterId: DrifterId) => referenceTo({ drifterId, ...metadata.of(drifterId) });
    return {
      owner,
      blockNumber: Number(blockNumber),
      drifters: held.map(({ drifterId }) => ({
        ...refer(drifterId),
        hasStory: stories.has(drifterId),
      })),
      stories: written.map(({ drifterId, savedAt, revision }) => ({
        ...refer(drifterId),
        savedAt,
        revision,
      })),
    };
  }
}

const { compare: byNumber } = new Intl.Collator("en", { numeric: true });
