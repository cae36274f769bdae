import type { Router } from "express";
import { apiPaths } from "#protocol/paths";
import { parseStoryPageRequest, type StoryPage, type StoryPageRequest } from "#protocol/storyPages";
import { storyCacheControl } from "../http/cacheControl.ts";
import { queryOf } from "../parameters.ts";
import { createRouter } from "../routing.ts";

/** Routes pages of stories; a list without parameters is another route's. */
export function searchRoutes(storyPage: (request: StoryPageRequest) => Promise<StoryPage>): Router {
  const router = createRouter();
  // With `get`, Express would answer OPTIONS itself.
  router.all(apiPaths.narratives, async (request, response, next) => {
    const query = queryOf(request);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || query.size === 0) return next();
    const page = await storyPage(parseStoryPageRequest(query));
    response.setHeader("Cache-Control", storyCacheControl);
    response.json(page);
  });
  return router;
}
