import type { Request, Response, Router } from "express";
import { pageList, pages, productName, tokenPagePath } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { createRouter, methodNotAllowed } from "../http/routing.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { operations } from "../openapi/operations.ts";
import type { Settings } from "../settings/settings.ts";
import { xmlDeclaration, xmlText } from "./feed.ts";
import { requirePublicUrl } from "./feeds.ts";

interface CrawlerDependencies {
  settings: Pick<Settings, "publicUrl">;
  catalogue: Catalogue;
  store: Pick<NarrativeStore, "stories">;
}

/**
 * Routes robots.txt (RFC 9309), which allows everything but the API; llms.txt; and, if `PUBLIC_URL` is set, the sitemap
 * of all pages with content (https://www.sitemaps.org/protocol.html, at most 50,000 URLs).
 */
export function crawlerRoutes({ settings, catalogue, store }: CrawlerDependencies): Router {
  const { publicUrl } = settings;
  const router = createRouter();
  const rejectMethods = methodNotAllowed("GET", "HEAD");
  router
    .route(apiPaths.robots)
    .get((_request: Request, response: Response) => {
      const sitemap = publicUrl === undefined ? "" : `\nSitemap: ${publicUrl}${apiPaths.sitemap}\n`;
      send(response, "text/plain", `User-agent: *\nDisallow: /api/\n${sitemap}`);
    })
    .all(rejectMethods);
  router
    .route(apiPaths.guide)
    .get((_request: Request, response: Response) => {
      send(response, "text/plain", formatGuide(publicUrl ?? ""));
    })
    .all(rejectMethods);
  router
    .route(apiPaths.sitemap)
    .get(async (_request: Request, response: Response) => {
      const origin = requirePublicUrl(publicUrl);
      const { entries } = await catalogue.view();
      const stories = await store.stories();
      const listed = pageList.filter(({ isListed }) => isListed);
      const urls = [
        ...listed.map(({ path }) => formatUrl(origin + path)),
        ...entries.map(({ drifterId }) =>
          formatUrl(origin + tokenPagePath(drifterId), stories.story(drifterId)?.savedAt),
        ),
      ];
      const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
      const lines = [xmlDeclaration, `<urlset ${namespace}>`, ...urls, "</urlset>\n"];
      send(response, "application/xml", lines.join("\n"));
    })
    .all(rejectMethods);
  return router;
}

/** Formats the pages and the API for language models (https://llmstxt.org). */
function formatGuide(origin: string): string {
  const links = pageList
    .filter(({ isListed }) => isListed)
    .map(
      ({ title = "Home", path, description = "" }) =>
        `- [${title}](${origin}${path}): ${description}`,
    );
  const reads = Object.entries(operations).flatMap(([path, { get }]) =>
    get && path.startsWith("/api/") ? [`- GET ${path}: ${get.summary}`] : [],
  );
  return [
    ...[`# ${productName}`, "", `> ${pages.home.description}`, ""],
    ...["## Pages", "", ...links, ""],
    ...["## API", "", `- [OpenAPI description](${origin}${apiPaths.description})`, ...reads, ""],
  ].join("\n");
}

function formatUrl(url: string, savedAt?: string): string {
  const modified = savedAt === undefined ? "" : `<lastmod>${savedAt}</lastmod>`;
  return `<url><loc>${xmlText(url)}</loc>${modified}</url>`;
}

function send(response: Response, type: string, text: string): void {
  response.setHeader("Cache-Control", sharedCacheControl);
  response.type(`${type}; charset=utf-8`).send(text);
}
