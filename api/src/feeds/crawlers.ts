import type { Request, Response, Router } from "express";
import { apiPaths } from "#protocol/paths";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Settings } from "../env.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { createRouter, methodNotAllowed } from "../routing.ts";
import { xmlDeclaration, xmlText } from "./feed.ts";
import { requirePublicUrl } from "./feeds.ts";

interface SitemapSources {
  settings: Pick<Settings, "publicUrl">;
  catalogue: Catalogue;
  store: Pick<NarrativeStore, "stories">;
}

const sitePages = ["/", "/drifters", "/stories", "/about"];

/**
 * Returns a function that writes the sitemap of all pages with something to read
 * (https://www.sitemaps.org/protocol.html, which allows 50,000). It throws `route.not_found` without `PUBLIC_URL`,
 * `chain.unavailable` and `store.unavailable`.
 */
export function createSitemap({ settings, catalogue, store }: SitemapSources) {
  return async (): Promise<string> => {
    const origin = requirePublicUrl(settings.publicUrl);
    const { entries } = await catalogue.view();
    const stories = await store.stories();
    const urls = [
      ...sitePages.map((path) => formatUrl(origin + path)),
      ...entries.map(({ drifterId }) =>
        formatUrl(`${origin}/drifter/${drifterId}`, stories.story(drifterId)?.savedAt),
      ),
    ];
    const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
    return [xmlDeclaration, `<urlset ${namespace}>`, ...urls, "</urlset>\n"].join("\n");
  };
}

function formatUrl(url: string, savedAt?: string): string {
  const modified = savedAt === undefined ? "" : `<lastmod>${savedAt}</lastmod>`;
  return `<url><loc>${xmlText(url)}</loc>${modified}</url>`;
}

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
