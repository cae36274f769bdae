import type { Request, Response, Router } from "express";
import { apiPaths } from "#protocol/paths";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { createRouter, methodNotAllowed } from "../routing.ts";

interface CrawlerRouteDependencies {
  publicUrl: string | undefined;
  sitemap: () => Promise<string>;
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
    .get(async (_request: Request, response: Response) => send(response, xmlType, await sitemap()))
    .all(refuseMethods);
  return router;
}

function send(response: Response, type: string, text: string): void {
  response.setHeader("Cache-Control", sharedCacheControl);
  response.type(type).send(text);
}

/** Rules for crawlers (RFC 9309): everything but the API, with the sitemap's URL if `PUBLIC_URL` is set. */
function formatRobots(publicUrl: string | undefined): string {
  const sitemap = publicUrl === undefined ? "" : `\nSitemap: ${publicUrl}${apiPaths.sitemap}\n`;
  return `User-agent: *\nDisallow: /api/\n${sitemap}`;
}
