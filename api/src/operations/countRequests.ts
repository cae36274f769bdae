import type { Request, RequestHandler } from "express";
import type { Metrics } from "./metrics.ts";

const knownMethods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** Counts each request with its duration, when the response is sent or the client disconnects. */
export function countRequests({ requests }: Pick<Metrics, "requests">): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once("close", () => {
      const status = response.writableFinished ? String(response.statusCode) : "aborted";
      const labels = { method: methodOf(request), route: routeOf(request), status };
      requests.observe(labels, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}

/** Maps unknown methods to one label, so that clients cannot create any number of series. */
function methodOf({ method }: Request): string {
  return knownMethods.has(method) ? method : "other";
}

/** Returns the route's template; pages, static files and unknown paths are `other`. */
function routeOf({ route }: Request): string {
  return typeof route?.path === "string" ? route.path : "other";
}
