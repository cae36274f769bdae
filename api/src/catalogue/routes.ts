import type { Request, Response, Router } from "express";
import type { Address } from "viem";
import { parseAddress } from "#protocol/address";
import { parseDrifterPageRequest } from "#protocol/catalogue";
import { parseParameters, unusableParameter } from "#protocol/parameters";
import { apiPaths, routePattern } from "#protocol/paths";
import type { AddressLimiter } from "../addressLimiter.ts";
import { briefCacheControl, storyCacheControl } from "../http/cacheControl.ts";
import { isForPage } from "../page/pageReads.ts";
import { ApiError } from "../problem.ts";
import { createRouter, methodNotAllowed, queryOf, refuseMalformedDrifterId } from "../routing.ts";
import type { CatalogueReads } from "./catalogueReads.ts";

interface CatalogueRouteDependencies {
  reads: CatalogueReads;
  /** Counts a client's reads of the chain. */
  limitReads: AddressLimiter;
}

/** Routes the gallery, the drifters of a wallet, and the links between drifters. */
export function catalogueRoutes({ reads, limitReads }: CatalogueRouteDependencies): Router {
  const router = createRouter();

  router
    .route(apiPaths.drifters)
    .get(async (request: Request, response: Response) => {
      const page = await reads.drifterPage(parseDrifterPageRequest(queryOf(request)));
      response.setHeader("Cache-Control", storyCacheControl);
      response.json(page);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.neighbours))
    .all(refuseMalformedDrifterId)
    .get(async (request: Request<{ drifterId: string }>, response: Response) => {
      parseParameters(queryOf(request), {});
      const mayReadChain = async () => {
        // Only browsers request what has to be read from the chain for each drifter.
        if (isForPage(request)) throw new ApiError("rate.limited");
        await limitReads(request as Request, response);
      };
      const neighbours = await reads.neighbours(request.params.drifterId, mayReadChain);
      // Without the owner's other drifters, it is the answer to a client that has read too much.
      const isWhole = neighbours.sameOwner !== null;
      response.setHeader("Cache-Control", isWhole ? briefCacheControl : "no-cache");
      response.json(neighbours);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.ownedDrifters))
    .get(async (request: Request<{ address: string }>, response: Response) => {
      parseParameters(queryOf(request), {});
      const owner = parseOwner(request.params.address);
      if (!isForPage(request)) await limitReads(request as Request, response);
      const page = await reads.ownerPage(owner);
      response.setHeader("Cache-Control", "no-cache");
      response.json(page);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  return router;
}

const addressFormat = "0x and 40 hex digits, in lower case or with a valid checksum";

/** @throws {ParameterError} */
export function parseOwner(address: string): Address {
  const owner = parseAddress(address);
  if (owner === undefined) throw unusableParameter("address", addressFormat, address);
  return owner;
}
