import type { IncomingMessage, ServerResponse } from "node:http";
import { type DestinationStream, type Logger, pino } from "pino";
import { pinoHttp } from "pino-http";
import { requestIdOf } from "./operations/requestId.ts";
import { probePaths } from "./operations/routes.ts";

/** Writes one JSON line per event, by default to standard output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level }, destination);
}

const longestLoggedPath = 200;

/**
 * Logs one line per request without body, headers and query, so without stories and
 * signatures. Probes are logged at `debug`.
 */
export function logRequests(logger: Logger, trustProxyHops: number) {
  return pinoHttp({
    logger,
    genReqId(request: IncomingMessage, response: ServerResponse) {
      const id = requestIdOf(request, trustProxyHops);
      response.setHeader("X-Request-Id", id);
      return id;
    },
    serializers: {
      req: ({ id, method, url }) => ({ id, method, url: loggedPath(url) }),
      res: ({ statusCode }) => ({ statusCode }),
    },
    customLogLevel(request, response, error) {
      // A failed probe is logged once, by the readiness check itself.
      if (probePaths.has(request.url ?? "")) return "debug";
      return (error ?? response.err) !== undefined || response.statusCode >= 500 ? "error" : "info";
    },
  });
}

/** A path without its query, for the log. */
export function loggedPath(url: string): string {
  return url.replace(/\?.*/s, "").slice(0, longestLoggedPath);
}
