import { randomUUID } from "node:crypto";
import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { isDrifterId } from "#protocol/drifterId";
import type { PreparedAnswer, PreparedReads } from "./preparedReads.ts";

interface FastReadOptions {
  reads: PreparedReads;
  /** Sets the headers that every answer carries. */
  setHeaders: RequestHandler;
  logger: Logger;
  /** Answers everything else. */
  otherwise: RequestListener;
}

const listPath = "/api/narrative";
const storyPath = "/api/narrative/";

/**
 * Answers plain reads of the list and of stories before a framework looks at them, which costs more
 * than all the rest of such a read. Whatever is unusual about a request is left to `otherwise`.
 */
export function createFastReads(options: FastReadOptions): RequestListener {
  const { reads, logger, otherwise } = options;
  const commonHeaders = collectHeaders(options.setHeaders);

  return (request, response) => {
    const answer = chooseAnswer(request);
    if (answer === undefined) return otherwise(request, response);
    answer.then(
      (prepared) => {
        if (prepared === undefined) otherwise(request, response);
        else send(request, response, prepared);
      },
      // It fails again there, and is told and logged as every failure is.
      () => otherwise(request, response),
    );
  };

  function chooseAnswer(request: IncomingMessage) {
    const { method, url = "" } = request;
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (url === listPath) return reads.answerList(request);
    const drifterId = url.startsWith(storyPath) ? url.slice(storyPath.length) : "";
    return isDrifterId(drifterId) ? reads.answerStory(drifterId, request) : undefined;
  }

  function send(
    { method, url }: IncomingMessage,
    response: ServerResponse,
    { status, headers, body }: PreparedAnswer,
  ): void {
    const id = randomUUID();
    response.writeHead(status, [...commonHeaders, ...headers, "X-Request-Id", id]);
    response.end(body);
    // The level is asked first: a line costs as much as a read.
    if (!logger.isLevelEnabled("debug")) return;
    logger.debug({ req: { id, method, url }, res: { statusCode: status } }, "read answered");
  }
}

/** The headers that a handler sets whatever the request: names and values in turn. */
function collectHeaders(setHeaders: RequestHandler): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // Safety: helmet, for one, looks at nothing that Express adds to the two.
  setHeaders(request as never, response as never, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
