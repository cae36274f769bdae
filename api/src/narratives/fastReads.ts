import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { isDrifterId } from "#protocol/drifterId";
import { apiPaths, drifterPathPrefix, routePattern } from "#protocol/paths";
import { noteFailure } from "../failedReads.ts";
import { loggedPath } from "../logger.ts";
import type { Metrics } from "../operations/metrics.ts";
import { requestIdOf } from "../operations/requestId.ts";
import type { Pages } from "../page/pages.ts";
import type { PreparedAnswer } from "../preparedAnswer.ts";
import { ApiError, prepareProblem } from "../problem.ts";
import { isWellFormedRequest } from "../routing.ts";
import type { PreparedReads } from "./preparedReads.ts";
import type { SaveQueue } from "./saveQueue.ts";

interface FastReadOptions {
  reads: Pick<PreparedReads, "answerList" | "answerStory">;
  pages: Pages;
  /** Sets the headers of every response. */
  setHeaders: RequestHandler;
  logger: Logger;
  metrics: Pick<Metrics, "requests" | "saves">;
  saveQueue: Pick<SaveQueue, "isFull" | "retryAfterSeconds">;
  trustProxyHops: number;
  /** Handles everything else. */
  otherwise: RequestListener;
}

const listPath = apiPaths.narratives;
const storyPath = drifterPathPrefix(apiPaths.narrative);
const storyRoute = routePattern(apiPaths.narrative);
const homePage = "/";
const drifterPage = "/drifter/";

/** A request that is answered here, and its route's template, for the metrics. */
interface FastAnswer {
  answer: PreparedAnswer | Promise<PreparedAnswer | undefined>;
  route: string;
}

/**
 * Handles plain reads of stories, their list and their pages without Express, which would cost more than the rest
 * of the read, and refuses saves while too many wait. Unusual requests go to `otherwise`.
 */
export function createFastReads(options: FastReadOptions): RequestListener {
  const { reads, pages, logger, metrics, saveQueue, trustProxyHops, otherwise } = options;
  const commonHeaders = collectHeaders(options.setHeaders);
  let busy: PreparedAnswer | undefined;

  return (request, response) => {
    const startedAt = performance.now();
    const chosen = request.method === "POST" ? refuseSave(request) : chooseRead(request);
    if (chosen === undefined) return otherwise(request, response);
    const { answer, route } = chosen;
    const finish = (prepared: PreparedAnswer) => {
      send(request, response, prepared);
      const labels = { method: request.method ?? "", route, status: String(prepared.status) };
      metrics.requests.observe(labels, (performance.now() - startedAt) / 1000);
    };
    if (!(answer instanceof Promise)) return finish(answer);
    answer.then(
      (prepared) => (prepared === undefined ? otherwise(request, response) : finish(prepared)),
      (error) => {
        // Express handles and logs it like every failure.
        noteFailure(request, error);
        otherwise(request, response);
      },
    );
  };

  /** Refuses a save before its body is read, at the cost of a read, while more arrive than are handled. */
  function refuseSave(request: IncomingMessage): FastAnswer | undefined {
    if (!saveQueue.isFull || !isDrifterAt(storyPath, request.url ?? "")) return undefined;
    if (!isWellFormedRequest(request)) return undefined;
    busy ??= prepareProblem(
      new ApiError("service.busy", { retryAfterSeconds: saveQueue.retryAfterSeconds }),
    );
    metrics.saves.inc({ outcome: "service.busy" });
    return { answer: busy, route: storyRoute };
  }

  function chooseRead(request: IncomingMessage): FastAnswer | undefined {
    const { method, url = "" } = request;
    if ((method !== "GET" && method !== "HEAD") || !isWellFormedRequest(request)) return undefined;
    if (url === listPath) return { answer: reads.answerList(request), route: listPath };
    if (isDrifterAt(storyPath, url)) {
      const answer = reads.answerStory(url.slice(storyPath.length), request);
      return { answer, route: storyRoute };
    }
    const isPage = url === homePage || isDrifterAt(drifterPage, url);
    if (!isPage || !acceptsHtml(request)) return undefined;
    const route = url === homePage ? homePage : `${drifterPage}:drifterId`;
    return { answer: pages.answer(url, request), route };
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
    logger.debug({ req, res: { statusCode: status } }, "answered without Express");
  }
}

/** Whether a path is this prefix and a token ID. */
function isDrifterAt(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && isDrifterId(path.slice(prefix.length));
}

/** Whether a request certainly accepts HTML; Express decides about others. */
function acceptsHtml({ headers: { accept } }: IncomingMessage): boolean {
  return accept === undefined || accept === "*/*" || /^text\/html(,|$)/.test(accept);
}

/** The headers that a handler sets for every request: names and values alternate. */
function collectHeaders(setHeaders: RequestHandler): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // Safety: helmet uses nothing that Express adds to them.
  setHeaders(request as never, response as never, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
