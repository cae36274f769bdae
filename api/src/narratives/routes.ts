import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ErrorRequestHandler, Request, Response, Router } from "express";
import type { Counter } from "prom-client";
import { noun } from "#protocol/values/noun";
import { apiPaths, routePattern } from "#protocol/wire/paths";
import type { SignedRevision } from "#protocol/wire/responses";
import { revisionTag } from "#protocol/wire/revisionTag";
import { ApiError } from "../base/apiError.ts";
import type { BoundedQueue } from "../base/boundedQueue.ts";
import type { Chain } from "../chain/chain.ts";
import { storyCacheControl } from "../http/cacheControl.ts";
import { toApiError } from "../http/problem.ts";
import { createClientLimit, createRateLimit } from "../http/rateLimit.ts";
import { readBodyBytes } from "../http/readBody.ts";
import { cachedRevision, parsePrecondition } from "../http/revisionTag.ts";
import { createRouter, methodNotAllowed, rejectMalformedDrifterId } from "../http/routing.ts";
import type { Settings } from "../settings/settings.ts";
import { createCheckpoints } from "./checkpoint.ts";
import { publishNarrative } from "./publishNarrative.ts";
import type { NarrativeStore, StoryReader } from "./store.ts";

interface NarrativeDependencies {
  chain: Chain;
  store: NarrativeStore;
  settings: Settings;
  metrics: { saves: Counter<"outcome">; rateLimited: Counter<"by"> };
  saveQueue: BoundedQueue;
  /** Called after each save attempt, whatever its outcome. */
  noteSave: () => void;
}

/** Routes a token's story, history and chain, publishing, and the checkpoint. */
export function narrativeRoutes(dependencies: NarrativeDependencies): Router {
  const { chain, store, settings, metrics, saveQueue: queue, noteSave } = dependencies;
  const router = createRouter();
  const checkpoints = createCheckpoints(store);
  const limitSaves = createClientLimit({
    perMinute: settings.savesPerMinute,
    onRejected: () => metrics.rateLimited.inc({ by: "address" }),
  });
  const limitToken = (what: string) =>
    createRateLimit({
      perMinute: settings.savesPerTokenPerMinute,
      detail: `${what} too often. Retry-After says when to try again.`,
      onRejected: () => metrics.rateLimited.inc({ by: "token" }),
    });
  const tokenSaves = limitToken(`This ${noun}'s story was saved`);
  const failedWalletChecks = limitToken(`The wallet that owns this ${noun} rejected signatures`);
  const countProblem: ErrorRequestHandler = (error, _request, _response, next) => {
    metrics.saves.inc({ outcome: toApiError(error).code });
    next(error);
  };

  router
    .route(routePattern(apiPaths.checkpoint))
    .get(async (_request, response) => sendUncached(response, await checkpoints.checkpoint()))
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.heads))
    .get(async (_request, response) => sendUncached(response, await checkpoints.heads()))
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.narrative))
    .all(rejectMalformedDrifterId)
    .get(async ({ params, headers }, response) => {
      const record = await store.find(params.drifterId, cachedRevision(headers));
      if (record === undefined)
        throw storyNotFound((await store.stories()).absence(params.drifterId));
      sendStory(response, record);
    })
    .post(async (request: Request<{ drifterId: string }>, response: Response) => {
      // Checked before the body is read.
      queue.assertNotFull();
      const publication = {
        drifterId: request.params.drifterId,
        bodyBytes: await readBodyBytes(request, settings.maxBodyBytes),
        precondition: parsePrecondition(request.headers),
        countAttempt: () => limitSaves(request),
      };
      const context = { chain, store, settings, tokenSaves, failedWalletChecks, queue };
      const record = await publishNarrative(publication, context).finally(noteSave);
      metrics.saves.inc({ outcome: "accepted" });
      // The story is already saved even if this read fails.
      const stories = await store.stories().catch(() => undefined);
      if (stories?.isHidden(record.drifterId)) response.setHeader("Story-Visibility", "hidden");
      sendStory(response, record);
    }, countProblem)
    .all(methodNotAllowed("GET", "HEAD", "POST"));

  router
    .route(routePattern(apiPaths.history))
    .all(rejectMalformedDrifterId)
    .get((request, response) =>
      sendHistory(request, response, store.history(request.params.drifterId)),
    )
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(routePattern(apiPaths.links))
    .all(rejectMalformedDrifterId)
    .get(async ({ params }, response) =>
      sendUncached(response, await checkpoints.chain(params.drifterId)),
    )
    .all(methodNotAllowed("GET", "HEAD"));

  return router;
}

/** Sends data that is read from the store for each request. */
function sendUncached(response: Response, value: object): void {
  response.setHeader("Cache-Control", "no-cache");
  response.json(value);
}

function sendStory(response: Response, record: SignedRevision): void {
  response.setHeader("Cache-Control", storyCacheControl);
  response.setHeader("ETag", revisionTag(record));
  response.json(record);
}

/** Streams a history, which may exceed memory. A failure or a disconnected client ends the connection. */
async function sendHistory(
  request: Request,
  response: Response,
  history: AsyncIterable<SignedRevision>,
): Promise<void> {
  const revisions = history[Symbol.asyncIterator]();
  const newest = await revisions.next();
  if (newest.done) throw new ApiError("narrative.not_found");
  response.setHeader("ETag", revisionTag(newest.value));
  response.setHeader("Cache-Control", storyCacheControl);
  response.type("application/json");
  if (request.fresh) response.status(304).end();
  else if (request.method === "HEAD") response.end();
  else await pipeline(Readable.from(jsonArray(newest.value, revisions, response)), response);
}

/** Yields a JSON array in chunks. If an error ends the stream, the response's log line contains the error. */
async function* jsonArray(
  first: SignedRevision,
  others: AsyncIterator<SignedRevision>,
  response: Response,
): AsyncGenerator<string> {
  yield `[${JSON.stringify(first)}`;
  try {
    for (let next = await others.next(); !next.done; next = await others.next()) {
      yield `,${JSON.stringify(next.value)}`;
    }
  } catch (error) {
    response.err = toApiError(error);
    throw error;
  }
  yield "]";
}

/** Creates the 404 error for a token without a visible story, with the ETag for the owner's next save. */
function storyNotFound({ removed, tag }: ReturnType<StoryReader["absence"]>): ApiError {
  const detail = `This ${noun}'s story was removed by its owner. Its history is kept.`;
  return new ApiError("narrative.not_found", { tag, removed, ...(removed && { detail }) });
}
