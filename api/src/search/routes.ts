import type { Router } from "express";
import { apiPaths } from "#protocol/paths";
import { parseStoryPageRequest, type StoryPage, type StoryPageRequest } from "#protocol/storyPages";
import { queryOf } from "../parameters.ts";
import { sendJson } from "../preparedAnswer.ts";
import { createRouter } from "../routing.ts";

/** Routes pages of stories; a list without parameters is another route's. */
export function searchRoutes(storyPage: (request: StoryPageRequest) => Promise<StoryPage>): Router {
  const router = createRouter();
  router.get(apiPaths.narratives, async (request, response, next) => {
    const query = queryOf(request);
    if (query.size === 0) return next();
    await sendJson(request, response, await storyPage(parseStoryPageRequest(query)));
  });
  return router;
}
