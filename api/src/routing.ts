import { type RequestHandler, Router } from "express";
import { isDrifterId } from "#protocol/drifterId";
import { ApiError } from "./problem.ts";

/** A router that takes paths as they are: `/api/Narrative` and `/api/narrative/` are other paths. */
export function createRouter(): Router {
  return Router({ strict: true, caseSensitive: true });
}

/** Ends a route: answers OPTIONS, and refuses every method but `allowed`. */
export function otherMethods(...allowed: string[]): RequestHandler {
  const allow = [...allowed, "OPTIONS"].join(", ");
  return (request, response) => {
    response.setHeader("Allow", allow);
    if (request.method !== "OPTIONS") throw new ApiError("method.not_allowed");
    response.status(204).end();
  };
}

/** Refuses what no route has taken. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError("route.not_found");
};

/** Refuses a path that is not percent-encoded UTF-8, such as `/%`. */
export const refuseUndecodablePath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch (cause) {
    throw new ApiError("request.malformed", { detail: "The path is not valid UTF-8.", cause });
  }
  next();
};

/** Refuses a path whose `:drifterId` is not a token id in its one canonical form. */
export const refuseOddDrifterId: RequestHandler<{ drifterId: string }> = (
  request,
  _response,
  next,
) => {
  if (!isDrifterId(request.params.drifterId)) throw new ApiError("drifter.invalid_id");
  next();
};
