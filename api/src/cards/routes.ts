import type { Request, Response, Router } from "express";
import { apiPaths, routePattern } from "#protocol/wire/paths";
import { ApiError } from "../base/apiError.ts";
import type { MintedTokens } from "../chain/minted.ts";
import { storyCacheControl } from "../http/cacheControl.ts";
import {
  allowOtherSites,
  createRouter,
  methodNotAllowed,
  rejectMalformedDrifterId,
} from "../http/routing.ts";
import { createCards } from "./cards.ts";

type CardDependencies = Parameters<typeof createCards>[0] & {
  minted: Pick<MintedTokens, "isMinted">;
};

/** Routes the stories' cards, the preview images of their pages. */
export function cardRoutes({ minted, ...dependencies }: CardDependencies): Router {
  const readCard = createCards(dependencies);
  const router = createRouter();
  router
    .route(routePattern(apiPaths.card))
    .all(rejectMalformedDrifterId)
    .get(allowOtherSites, async (request: Request<{ drifterId: string }>, response: Response) => {
      const { drifterId } = request.params;
      if (!(await minted.isMinted(drifterId))) throw new ApiError("token.not_found");
      const card = await readCard(drifterId);
      response.setHeader("Cache-Control", storyCacheControl);
      response.type("jpeg").send(card);
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
