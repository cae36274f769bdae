import type { IncomingMessage } from "node:http";
import type { Request, Response, Router } from "express";
import { apiPaths, routePattern } from "#protocol/paths";
import { parseOwner } from "../catalogue/routes.ts";
import { chooseAnswer, type Prepared, sendPrepared } from "../preparedAnswer.ts";
import { createRouter, methodNotAllowed, refuseMalformedDrifterId } from "../routing.ts";
import type { Feeds } from "./feeds.ts";

type OfDrifter = Request<{ drifterId: string }>;
type OfOwner = Request<{ address: string }>;

/** Routes the feeds of all stories, of a drifter and of a wallet. */
export function feedRoutes(feeds: Feeds): Router {
  const router = createRouter();
  for (const [format, paths] of Object.entries(feedPaths)) {
    // Safety: the keys of `feedPaths` are formats.
    const choose = format as keyof typeof feedPaths;
    router
      .route(paths.all)
      .get(async (request: Request, response: Response) =>
        send(request, response, (await feeds.ofAll())[choose]),
      )
      .all(methodNotAllowed("GET", "HEAD"));
    router
      .route(routePattern(paths.drifter))
      .all(refuseMalformedDrifterId)
      .get(async (request: OfDrifter, response: Response) =>
        send(request, response, (await feeds.ofDrifter(request.params.drifterId))[choose]),
      )
      .all(methodNotAllowed("GET", "HEAD"));
    router
      .route(routePattern(paths.owner))
      .get(async (request: OfOwner, response: Response) =>
        send(request, response, (await feeds.ofOwner(parseOwner(request.params.address)))[choose]),
      )
      .all(methodNotAllowed("GET", "HEAD"));
  }
  return router;
}

const feedPaths = {
  atom: {
    all: apiPaths.atomFeed,
    drifter: apiPaths.drifterAtomFeed,
    owner: apiPaths.ownerAtomFeed,
  },
  json: {
    all: apiPaths.jsonFeed,
    drifter: apiPaths.drifterJsonFeed,
    owner: apiPaths.ownerJsonFeed,
  },
} as const;

async function send(request: IncomingMessage, response: Response, prepared: Prepared) {
  sendPrepared(response, await chooseAnswer(request, prepared));
}
