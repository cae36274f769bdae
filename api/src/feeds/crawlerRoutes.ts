import type { IncomingMessage } from "node:http";
import type { Request, Response, Router } from "express";
import { apiPaths, routePattern } from "#protocol/paths";
import { sharedCacheControl } from "../caching/sharedCaching.ts";
import { chooseAnswer, prepareCompressible, sendPrepared, weakTag } from "../preparedAnswer.ts";
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
    .get((request: Request, response: Response) =>
      send(request, response, { text: formatRobots(publicUrl), type: "text/plain; charset=utf-8" }),
    )
    .all(refuseMethods);
  router
    .route(apiPaths.sitemap)
    .get(async (request: Request, response: Response) =>
      send(request, response, { text: await sitemap.index(), type: xmlType }),
    )
    .all(refuseMethods);
  router
    .route(routePattern(apiPaths.sitemapPart))
    .get(async (request: Request<{ part: string }>, response: Response) =>
      send(request, response, { text: await sitemap.part(request.params.part), type: xmlType }),
    )
    .all(refuseMethods);
  return router;
}

async function send(
  request: IncomingMessage,
  response: Response,
  { text, type }: { text: string; type: string },
): Promise<void> {
  const body = Buffer.from(text);
  const cacheControl = sharedCacheControl;
  const prepared = prepareCompressible({ body, etag: weakTag(body), type, cacheControl });
  sendPrepared(response, await chooseAnswer(request, prepared));
}
