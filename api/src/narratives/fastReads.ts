import { randomUUID } from "node:crypto";
import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { isDrifterId } from "#protocol/drifterId";
import type { PreparedReads } from "./preparedReads.ts";

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
  const headers = Object.entries(collectHeaders(options.setHeaders));

  return (request, response) => {
    const answer = chooseAnswer(request);
    if (answer === undefined) return otherwise(request, response);
    answer(request, response).then(
      (isAnswered) => {
        if (!isAnswered) otherwise(request, response);
      },
      // It fails again there, and is told and logged as every failure is.
      () => otherwise(request, response),
    );
  };

  function chooseAnswer({ method, url = "" }: IncomingMessage) {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (url === listPath) return answerList;
    const drifterId = url.startsWith(storyPath) ? url.slice(storyPath.length) : "";
    return isDrifterId(drifterId) ? answerStory(drifterId) : undefined;
  }

  async function answerList(request: IncomingMessage, response: ServerResponse) {
    prepare(request, response);
    await reads.sendList(request, response);
    return true;
  }

  function answerStory(drifterId: string) {
    return (request: IncomingMessage, response: ServerResponse) => {
      prepare(request, response);
      return reads.sendStory(drifterId, request, response);
    };
  }

  function prepare({ method, url }: IncomingMessage, response: ServerResponse): void {
    const id = randomUUID();
    for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
    response.setHeader("X-Request-Id", id);
    if (!logger.isLevelEnabled("debug")) return;
    response.once("finish", () => {
      const { statusCode } = response;
      logger.debug({ req: { id, method, url }, res: { statusCode } }, "read answered");
    });
  }
}

/** The headers that a handler sets whatever the request. */
function collectHeaders(setHeaders: RequestHandler) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  // Safety: helmet, for one, looks at nothing that Express adds to the two.
  setHeaders(request as never, response as never, () => undefined);
  return response.getHeaders();
}
