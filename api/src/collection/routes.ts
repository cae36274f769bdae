import type { RequestHandler, Router } from "express";
import type { DrifterId } from "#protocol/values/drifterId";
import { collectionMetadata } from "#protocol/wire/collectionMetadata";
import { apiPaths, routePattern, webpPortraits } from "#protocol/wire/paths";
import { ApiError } from "../base/apiError.ts";
import type { MintedTokens } from "../chain/minted.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import {
  allowOtherSites,
  createRouter,
  methodNotAllowed,
  rejectMalformedDrifterId,
} from "../http/routing.ts";
import type { Settings } from "../settings/settings.ts";
import type { Collection, CollectionPath } from "./collection.ts";

interface CollectionDependencies {
  settings: Pick<Settings, "publicUrl">;
  collection: Collection;
  minted: MintedTokens;
}

/** Serves the collection's metadata, and metadata and portraits of minted tokens. */
export function collectionRoutes({ settings, collection, minted }: CollectionDependencies): Router {
  const router = createRouter();
  // Before the tokens' metadata, whose path it matches too.
  router
    .route(apiPaths.collectionMetadata)
    .get(allowOtherSites, (_request, response) => {
      response.setHeader("Cache-Control", sharedCacheControl);
      response.json(collectionMetadata(settings.publicUrl));
    })
    .all(methodNotAllowed("GET", "HEAD"));
  for (const path of paths) {
    router
      .route(routePattern(path))
      .all(rejectMalformedDrifterId)
      .get(allowOtherSites, requireMinted(minted), ({ params }, response) => {
        // Cached briefly, because a file or the contract's base URI may change.
        response.setHeader("Cache-Control", sharedCacheControl);
        return collection.send(response, path, params.drifterId);
      })
      .all(methodNotAllowed("GET", "HEAD"));
  }
  return router;
}

const paths: readonly CollectionPath[] = [
  apiPaths.metadata,
  apiPaths.portrait,
  apiPaths.fullPortrait,
  ...Object.values(webpPortraits),
];

/** Rejects a path whose `:drifterId` is not minted, before reading the token's files. */
function requireMinted(minted: MintedTokens): RequestHandler<{ drifterId: DrifterId }> {
  return async ({ params }, _response, next) => {
    if (!(await minted.isMinted(params.drifterId))) throw new ApiError("token.not_found");
    next();
  };
}
