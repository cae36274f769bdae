import type { Request, Response, Router } from "express";
import { apiPaths, routePattern } from "#protocol/wire/paths";
import { ApiError } from "../base/apiError.ts";
import type { ClientLimit } from "../http/rateLimit.ts";
import { createRouter, methodNotAllowed } from "../http/routing.ts";
import type { Names } from "./names.ts";

interface NameRouteDependencies {
  names: Pick<Names, "find">;
  /** Counts a client's chain reads. */
  limitReads: ClientLimit;
}

/** Routes ENS names to their addresses. */
export function nameRoutes({ names, limitReads }: NameRouteDependencies): Router {
  const router = createRouter();
  router
    .route(routePattern(apiPaths.name))
    .get(async (request: Request<{ name: string }>, response: Response) => {
      limitReads(request as Request);
      const address = await names.find(request.params.name);
      if (address === undefined) throw new ApiError("name.not_found");
      response.setHeader("Cache-Control", "no-cache");
      response.json({ address });
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
