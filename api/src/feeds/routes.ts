import type { Request, Response, Router } from "express";
import { apiPaths, routePattern } from "#protocol/paths";
import { parseOwner } from "../catalogue/routes.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { createRouter, methodNotAllowed, refuseMalformedDrifterId } from "../routing.ts";
import { atomType, type Feed, formatAtomFeed, formatJsonFeed, jsonFeedType } from "./feed.ts";
import type { Feeds } from "./feeds.ts";

type OfDrifter = Request<{ drifterId: string }>;
type OfOwner = Request<{ address: string }>;

/** Routes the feeds of all stories, of a drifter and of a wallet. */
export function feedRoutes(feeds: Feeds): Router {
  const router = createRouter();
  for (const { type, format, ...paths } of formats) {
    const send = (response: Response, feed: Feed) => {
      response.setHeader("Cache-Control", sharedCacheControl);
      response.type(`${type}; charset=utf-8`).send(format(feed));
    };
    router
      .route(paths.all)
      .get(async (_request: Request, response: Response) => send(response, await feeds.ofAll()))
      .all(methodNotAllowed("GET", "HEAD"));
    router
      .route(routePattern(paths.drifter))
      .all(refuseMalformedDrifterId)
      .get(async (request: OfDrifter, response: Response) =>
        send(response, await feeds.ofDrifter(request.params.drifterId)),
      )
      .all(methodNotAllowed("GET", "HEAD"));
    router
      .route(routePattern(paths.owner))
      .get(async (request: OfOwner, response: Response) =>
        send(response, await feeds.ofOwner(parseOwner(request.params.address))),
      )
      .all(methodNotAllowed("GET", "HEAD"));
  }
  return router;
}

const formats = [
  {
    type: atomType,
    format: formatAtomFeed,
    all: apiPaths.atomFeed,
    drifter: apiPaths.drifterAtomFeed,
    owner: apiPaths.ownerAtomFeed,
  },
  {
    type: jsonFeedType,
    format: formatJsonFeed,
    all: apiPaths.jsonFeed,
    drifter: apiPaths.drifterJsonFeed,
    owner: apiPaths.ownerJsonFeed,
  },
];
