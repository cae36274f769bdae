import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import { apiPaths } from "#protocol/wire/paths";
import type { RequestDurations } from "./requestDurations.ts";

interface ReportedRequest {
  /** Method and URL as the client sent them. */
  method: string | undefined;
  url: string | undefined;
  response: ServerResponse;
  id: string;
  /** Start time from `performance.now()`. */
  startedAt: number;
  /** The route's template, used as a metrics label. */
  route: string;
}

declare module "node:http" {
  interface ServerResponse {
    /** The error to log. */
    err?: unknown;
  }
}

/** Counts and logs a request, whatever its outcome. */
export type ReportRequest = (reported: ReportedRequest) => void;

/** Paths that load balancers probe every few seconds. */
const probePaths: ReadonlySet<string> = new Set([apiPaths.health, apiPaths.readiness]);
const standardMethods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);
const maxPathLength = 200;

/** Creates the function that counts each request and logs one line, without body, headers and query. */
export function createRequestReport(
  logger: Logger,
  { requests }: { requests: Pick<RequestDurations, "observe"> },
): ReportRequest {
  return ({ method = "", url = "", response, id, startedAt, route }) => {
    const milliseconds = performance.now() - startedAt;
    const { statusCode } = response;
    const isSent = response.writableEnded && !response.errored;
    // All unknown methods share one label, so that clients cannot create an unlimited number of series.
    const known = standardMethods.has(method) ? method : "other";
    requests.observe(known, route, isSent ? statusCode : "aborted", milliseconds / 1_000);
    const { err } = response;
    const level = selectLogLevel(url, known, err === undefined ? statusCode : 500);
    // Checks the level first, because a log line costs as much as a read.
    if (!logger.isLevelEnabled(level)) return;
    const req = { id, method, url: loggedPath(url) };
    const message = err === undefined ? "request completed" : "request errored";
    const responseTime = Math.round(milliseconds);
    logger[level](
      { req, res: { statusCode }, responseTime, ...(err !== undefined && { err }) },
      message,
    );
  };
}

/** Logs successful reads and probes at `debug`; the readiness check itself logs the first failure. */
function selectLogLevel(url: string, method: string, status: number): "debug" | "info" | "error" {
  if (probePaths.has(url)) return "debug";
  if (status >= 500) return "error";
  return status < 400 && method !== "POST" ? "debug" : "info";
}

/** Returns a path without its query. */
function loggedPath(url: string): string {
  return url.replace(/\?.*/s, "").slice(0, maxPathLength);
}
