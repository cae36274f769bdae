import type { Request, Response, Router } from "express";
import { apiPaths, routePattern } from "#protocol/paths";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { createRouter, methodNotAllowed } from "../routing.ts";
import { formatRobots } from "./robots.ts";
import type { Sitemap } from "./sitemap.ts";

interface CrawlerRouteDependencies {
  publicUrl: string | undefined;
  sitemap: Sitemap;
}

const xmlType = "application/xml; charset=utf-8";

/** Routes what crawlers read: rules and sitemap. */
export function crawlerRoutes({ publicUrl, sitemap }: CrawlerRouteDependencies): Router {
  const router = createRouter();
  const refuseMethods = methodNotAllowed("GET", "HEAD");
  router
    .route(apiPaths.robots)
    .get((_request: Request, response: Response) =>
      send(response, "text/plain; charset=utf-8", formatRobots(publicUrl)),
    )
    .all(refuseMethods);
  router
    .route(apiPaths.sitemap)
    .get(async (_request: Request, response: Response) =>
      send(response, xmlType, await sitemap.index()),
    )
    .all(refuseMethods);
  router
    .route(routePattern(apiPaths.sitemapPart))
    .get(async (request: Request<{ part: string }>, response: Response) =>
      send(response, xmlType, await sitemap.part(request.params.part)),
    )
    .all(refuseMethods);
  return router;
}

function send(response: Response, type: string, text: string): void {
  response.setHeader("Cache-Control", sharedCacheControl);
  response.type(type).send(text);
}
