import type { Request, Response, Router } from "express";
import { pages, productName } from "#protocol/wire/pages";
import { parseParameters } from "#protocol/wire/parameters";
import { apiPaths } from "#protocol/wire/paths";
import { ApiError } from "../base/apiError.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { allowOtherSites, createRouter, methodNotAllowed, parseQuery } from "../http/routing.ts";
import type { Settings } from "../settings/settings.ts";
import { embedParameters } from "./embedParameters.ts";
import type { FoundPage } from "./findPage.ts";

interface EmbedDependencies {
  settings: Pick<Settings, "publicUrl">;
  find: (url: string) => FoundPage;
}

/**
 * Routes `/oembed?url=…`, which describes a token's page for other sites: title, portrait and the story's author
 * (https://oembed.com, type `link`, because no other site may frame the page).
 */
export function embedRoutes({ settings: { publicUrl }, find }: EmbedDependencies): Router {
  const router = createRouter();
  router
    .route(apiPaths.embed)
    .get(allowOtherSites, async (request: Request, response: Response) => {
      const [url] = parseParameters(parseQuery(request), embedParameters).url;
      if (publicUrl === undefined || url?.origin !== publicUrl) {
        throw new ApiError("route.not_found", { detail: `url must be a page of ${productName}.` });
      }
      const { page, read } = find(url.pathname);
      if (page?.name !== "token") throw new ApiError("token.not_found");
      const facts = await read();
      if (facts.status !== 200 || facts.head.path === undefined)
        throw new ApiError("token.not_found");
      response.setHeader("Cache-Control", sharedCacheControl);
      const { title, picture, story } = facts.head;
      response.json({
        ...{ version: "1.0", type: "link", title },
        ...{ provider_name: productName, provider_url: publicUrl + pages.home.path },
        ...(story && { author_name: story.authorName }),
        ...(picture.size && {
          thumbnail_url: publicUrl + picture.path,
          thumbnail_width: picture.size.width,
          thumbnail_height: picture.size.height,
        }),
      });
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
