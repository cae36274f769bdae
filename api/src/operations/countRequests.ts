import type { Request, RequestHandler } from "express";
import type { Metrics } from "./metrics.ts";

const knownMethods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** Counts each request, with how long it took, when its answer is sent or its client is gone. */
export function countRequests({ requests }: Pick<Metrics, "requests">): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once("close", () => {
      const status = response.writableFinished ? String(response.statusCode) : "aborted";
      const count = requests.series(methodOf(request), routeOf(request), status);
      count((performance.now() - startedAt) / 1000);
    });
    next();
  };
}

/** Only so many methods and routes: a series for each that somebody makes up would fill the memory. */
function methodOf({ method }: Request): string {
  return knownMethods.has(method) ? method : "other";
}

/** The route's template; pages, their files and unknown paths together are `other`. */
function routeOf({ route }: Request): string {
  return typeof route?.path === "string" ? route.path : "other";
}
