import type { Response, Router } from "express";
import type { NarrativeRecord } from "#protocol/narrative";
import type { Chain } from "../chain.ts";
import type { Settings } from "../env.ts";
import { ApiError } from "../problem.ts";
import { readBodyBytes } from "../readJsonBody.ts";
import { createRouter, otherMethods, refuseOddDrifterId } from "../routing.ts";
import { publishNarrative } from "./publishNarrative.ts";
import { parseIfMatch, revisionTag } from "./revisionTag.ts";
import { createSaveLimiter } from "./saveLimiter.ts";
import type { NarrativeStore } from "./store.ts";

interface NarrativeDependencies {
  chain: Chain;
  store: NarrativeStore;
  settings: Settings;
}

/** `/api/narrative`: who has a story, one drifter's story, and publishing one. */
export function narrativeRoutes({ chain, store, settings }: NarrativeDependencies): Router {
  const router = createRouter();
  const limitSaves = createSaveLimiter(settings.savesPerMinute);

  router
    .route("/api/narrative")
    .get(async (_request, response) => {
      response.setHeader("Cache-Control", "no-cache");
      response.json(await store.list());
    })
    .all(otherMethods("GET", "HEAD"));

  router
    .route("/api/narrative/:drifterId")
    .all(refuseOddDrifterId)
    .get(async (request, response) => {
      const record = await store.find(request.params.drifterId);
      if (record === undefined) throw new ApiError("narrative.not_found");
      sendRecord(response, record);
    })
    .post(...readBodyBytes(settings.maxBodyBytes), async (request, response) => {
      const publication = {
        drifterId: request.params.drifterId,
        bodyBytes: request.body,
        precondition: parseIfMatch(request.headers["if-match"]),
        admit: () => limitSaves(request, response),
      };
      sendRecord(response, await publishNarrative(publication, { chain, store, settings }));
    })
    .all(otherMethods("GET", "HEAD", "POST"));

  return router;
}

function sendRecord(response: Response, record: NarrativeRecord): void {
  response.setHeader("ETag", revisionTag(record));
  response.setHeader("Cache-Control", "no-cache");
  response.json(record);
}
