import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ErrorRequestHandler, Request, Response, Router } from "express";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, routePattern } from "#protocol/paths";
import { createAddressLimiter } from "../addressLimiter.ts";
import type { Chain } from "../chain.ts";
import type { Settings } from "../env.ts";
import { reportFailure } from "../failedReads.ts";
import { LoopTurns } from "../loopTurns.ts";
import type { Metrics } from "../operations/metrics.ts";
import { sendJson, sendPrepared } from "../preparedAnswer.ts";
import { ApiError, asApiError } from "../problem.ts";
import { readBodyBytes } from "../readJsonBody.ts";
import { createRouter, methodNotAllowed, refuseMalformedDrifterId } from "../routing.ts";
import { createCheckpoints } from "./checkpoint.ts";
import { createDrifterLimiter } from "./drifterLimiter.ts";
import { noStory } from "./noStory.ts";
import type { PreparedReads } from "./preparedReads.ts";
import { publishNarrative } from "./publishNarrative.ts";
import { parsePrecondition, revisionTag } from "./revisionTag.ts";
import type { SaveQueue } from "./saveQueue.ts";
import type { NarrativeStore } from "./store.ts";

interface NarrativeDependencies {
  chain: Chain;
  store: NarrativeStore;
  reads: PreparedReads;
  settings: Settings;
  metrics: Pick<Metrics, "saves" | "rateLimited">;
  saveQueue: SaveQueue;
}

/** Routes the list of stories, a drifter's story, history and chain, publishing, and the checkpoint. */
export function narrativeRoutes(dependencies: NarrativeDependencies): Router {
  const { chain, store, reads, settings, metrics, saveQueue: queue } = dependencies;
  const router = createRouter();
  const checkpoints = createCheckpoints(store);
  const limitSaves = createAddressLimiter({
    perMinute: settings.savesPerMinute,
    onRefusal: () => metrics.rateLimited.inc({ by: "address" }),
  });
  const admitDrifter = createDrifterLimiter(settings.savesPerDrifterPerMinute, () =>
    metrics.rateLimited.inc({ by: "drifter" }),
  );
  const turns = new LoopTurns();
  const countRefusal: ErrorRequestHandler = (error, _request, _response, next) => {
    metrics.saves.inc({ outcome: asApiError(error).code });
    next(error);
  };

  router
    .route(routePattern(apiPaths.narratives))
    .get(reportFailure, async (request, response) =>
      sendPrepared(response, await reads.answerList(request)),
    )
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.checkpoint))
    .get(async (request, response) => sendJson(request, response, await checkpoints.checkpoint()))
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.heads))
    .get(async (request, response) => sendJson(request, response, await checkpoints.heads()))
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.narrative))
    .all(refuseMalformedDrifterId)
    .get(reportFailure, async (request, response) => {
      const answer = await reads.answerStory(request.params.drifterId, request);
      if (answer === undefined) throw await noStory(request.params.drifterId, store);
      sendPrepared(response, answer);
    })
    .post(async (request: Request<{ drifterId: string }>, response: Response) => {
      const publication = {
        drifterId: request.params.drifterId,
        bodyBytes: await readBodyBytes(request, settings.maxBodyBytes),
        precondition: parsePrecondition(request.headers),
        admit: () => limitSaves(request, response),
      };
      const context = { chain, store, settings, admitDrifter, queue, turns };
      const record = await publishNarrative(publication, context);
      metrics.saves.inc({ outcome: "accepted" });
      // The save is stored, even if this read fails.
      const isHidden = await store.isHidden(record.drifterId).catch(() => false);
      if (isHidden) response.setHeader("Story-Visibility", "hidden");
      sendPrepared(response, reads.keep(record));
    }, countRefusal)
    .all(methodNotAllowed("GET", "HEAD", "POST"));

  router
    .route(routePattern(apiPaths.history))
    .all(refuseMalformedDrifterId)
    .get((request, response) =>
      sendHistory(request, response, store.history(request.params.drifterId)),
    )
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.links))
    .all(refuseMalformedDrifterId)
    .get(async (request, response) =>
      sendJson(request, response, await checkpoints.chain(request.params.drifterId)),
    )
    .all(methodNotAllowed("GET", "HEAD"));

  return router;
}

/** Streams a history, which may be too large for memory. A failure or a client that leaves ends the connection. */
async function sendHistory(
  request: Request,
  response: Response,
  history: AsyncIterable<NarrativeRecord>,
): Promise<void> {
  const revisions = history[Symbol.asyncIterator]();
  const newest = await revisions.next();
  if (newest.done) throw new ApiError("narrative.not_found");
  response.setHeader("ETag", revisionTag(newest.value));
  response.setHeader("Cache-Control", "no-cache");
  response.type("application/json");
  if (request.fresh) response.status(304).end();
  else if (request.method === "HEAD") response.end();
  else await pipeline(Readable.from(jsonArray(newest.value, revisions, response)), response);
}

/** Yields the chunks of a JSON array. The log line of the response contains the error that ends them. */
async function* jsonArray(
  first: NarrativeRecord,
  others: AsyncIterator<NarrativeRecord>,
  response: Response,
): AsyncGenerator<string> {
  yield `[${JSON.stringify(first)}`;
  try {
    for (let next = await others.next(); !next.done; next = await others.next()) {
      yield `,${JSON.stringify(next.value)}`;
    }
  } catch (error) {
    response.err = asApiError(error);
    throw error;
  }
  yield "]";
}
