import type { Request, Response, Router } from "express";
import type { DrifterId } from "#protocol/values/drifterId";
import { parseTokenPageRequest } from "#protocol/wire/catalogue";
import { parseOwnerPageRequest } from "#protocol/wire/ownerPage";
import { parseParameters } from "#protocol/wire/parameters";
import { apiPaths, routePattern } from "#protocol/wire/paths";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import { sharedCacheControl, storyCacheControl } from "../http/cacheControl.ts";
import type { ClientLimit } from "../http/rateLimit.ts";
import {
  createRouter,
  methodNotAllowed,
  parseOwner,
  parseQuery,
  rejectMalformedDrifterId,
} from "../http/routing.ts";
import type { CatalogueReads } from "./reads.ts";

interface CatalogueDependencies {
  reads: CatalogueReads;
  chain: Pick<Chain, "readSameOwner">;
  /** Counts a client's chain reads. */
  limitReads: ClientLimit;
}

/** Routes the story lists, the gallery, a wallet's tokens and a token's neighbors. */
export function catalogueRoutes({ reads, chain, limitReads }: CatalogueDependencies): Router {
  const router = createRouter();

  router
    .route(apiPaths.narratives)
    .get(async (request: Request, response: Response) => {
      const list = await reads.stories(parseQuery(request));
      response.setHeader("Cache-Control", storyCacheControl);
      response.json(list);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(apiPaths.storyMap)
    .get(async (_request: Request, response: Response) => {
      const map = await reads.storyMap();
      response.setHeader("Cache-Control", storyCacheControl);
      response.json(map);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(apiPaths.tokens)
    .get(async (request: Request, response: Response) => {
      const page = await reads.tokenPage(parseTokenPageRequest(parseQuery(request)));
      response.setHeader("Cache-Control", storyCacheControl);
      response.json(page);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.neighbors))
    .all(rejectMalformedDrifterId)
    .get(async (request: Request<{ drifterId: string }>, response: Response) => {
      parseParameters(parseQuery(request), {});
      const { drifterId } = request.params;
      const neighbors = await reads.neighbors(drifterId, () =>
        readSameOwner(drifterId, request as Request),
      );
      // A client over its limit gets a response without the owner's other tokens.
      const isWhole = neighbors.sameOwner !== null;
      response.setHeader("Cache-Control", isWhole ? sharedCacheControl : "no-cache");
      response.isBrief = true;
      response.json(neighbors);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.ownedTokens))
    .get(async (request: Request<{ address: string }>, response: Response) => {
      const owner = parseOwner(request.params.address);
      const query = parseQuery(request);
      parseOwnerPageRequest(query);
      limitReads(request as Request);
      const page = await reads.ownerPage(owner, query);
      response.setHeader("Cache-Control", "no-cache");
      response.json(page);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  return router;

  /**
   * Returns the owner and the owner's latest tokens; null if the chain is unavailable or the client
   * exceeded its rate limit.
   */
  async function readSameOwner(drifterId: DrifterId, request: Request) {
    try {
      limitReads(request);
      return await chain.readSameOwner(drifterId);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}
