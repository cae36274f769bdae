import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { isDrifterId } from "#protocol/drifterId";
import { apiPaths, drifterPathPrefix, routePattern } from "#protocol/paths";
import { loggedPath } from "../logger.ts";
import type { CountSeconds } from "../operations/durationHistogram.ts";
import type { Metrics } from "../operations/metrics.ts";
import { requestIdOf } from "../operations/requestId.ts";
import type { PreparedAnswer } from "../preparedAnswer.ts";
import { isWellFormedRequest } from "../routing.ts";
import type { PreparedReads } from "./preparedReads.ts";

interface FastReadOptions {
  reads: PreparedReads;
  /** Sets the headers of every response. */
  setHeaders: RequestHandler;
  logger: Logger;
  metrics: Pick<Metrics, "requests">;
  trustProxyHops: number;
  /** Handles everything else. */
  otherwise: RequestListener;
}

const listPath = apiPaths.narratives;
const storyPath = drifterPathPrefix(apiPaths.narrative);

/**
 * Handles plain reads of the list and of stories without Express, which would cost more than the rest of the
 * read. Unusual requests go to `otherwise`.
 */
export function createFastReads(options: FastReadOptions): RequestListener {
  const { reads, logger, trustProxyHops, otherwise } = options;
  const commonHeaders = collectHeaders(options.setHeaders);
  const countRead = countReads(options.metrics);

  return (request, response) => {
    const startedAt = performance.now();
    const answer = chooseAnswer(request);
    if (answer === undefined) return otherwise(request, response);
    answer.then(
      (prepared) => {
        if (prepared === undefined) otherwise(request, response);
        else {
          send(request, response, prepared);
          countRead(request, prepared.status, (performance.now() - startedAt) / 1000);
        }
      },
      // It fails again there, and is handled and logged like every failure.
      () => otherwise(request, response),
    );
  };

  function chooseAnswer(request: IncomingMessage) {
    const { method, url = "" } = request;
    if ((method !== "GET" && method !== "HEAD") || !isWellFormedRequest(request)) return undefined;
    if (url === listPath) return reads.answerList(request);
    const drifterId = url.startsWith(storyPath) ? url.slice(storyPath.length) : "";
    return isDrifterId(drifterId) ? reads.answerStory(drifterId, request) : undefined;
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { status, headers, body }: PreparedAnswer,
  ): void {
    const id = requestIdOf(request, trustProxyHops);
    response.writeHead(status, [...commonHeaders, ...headers, "X-Request-Id", id]);
    response.end(body);
    // The level is checked first, as a log line costs as much as a read.
    if (!logger.isLevelEnabled("debug")) return;
    const { method, url = "" } = request;
    const req = { id, method, url: loggedPath(url) };
    logger.debug({ req, res: { statusCode: status } }, "read answered");
  }
}

/** Returns a counter of reads whose series are resolved in advance. */
function countReads({ requests }: Pick<Metrics, "requests">) {
  const counters: CountSeconds[] = [];
  for (const route of [listPath, routePattern(apiPaths.narrative)]) {
    for (const method of ["GET", "HEAD"]) {
      for (const status of ["200", "304"]) counters.push(requests.series(method, route, status));
    }
  }
  return ({ method, url }: IncomingMessage, status: 200 | 304, seconds: number): void => {
    const place =
      (url === listPath ? 0 : 4) + (method === "GET" ? 0 : 2) + (status === 200 ? 0 : 1);
    counters[place]?.(seconds);
  };
}

/** The headers that a handler sets for every request: names and values alternate. */
function collectHeaders(setHeaders: RequestHandler): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // Safety: helmet uses nothing that Express adds to them.
  setHeaders(request as never, response as never, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
