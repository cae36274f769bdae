import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type DestinationStream, type Logger, pino } from "pino";
import { pinoHttp } from "pino-http";

/** One JSON line for each event, to standard output unless told otherwise. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return destination ? pino({ level }, destination) : pino({ level });
}

/** Logs one line for each request: no bodies, no headers, so no stories and no signatures. */
export function logRequests(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId(_request: IncomingMessage, response: ServerResponse) {
      const id = randomUUID();
      response.setHeader("X-Request-Id", id);
      return id;
    },
    serializers: {
      req: ({ id, method, url }) => ({ id, method, url }),
      res: ({ statusCode }) => ({ statusCode }),
    },
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? "error" : "info",
  });
}
