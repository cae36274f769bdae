import type { RequestHandler, Response, Router } from "express";
import { apiPaths, drifterPath, routePattern } from "#protocol/paths";
import type { MintedDrifters } from "./minted/mintedDrifters.ts";
import { requireMinted } from "./minted/requireMinted.ts";
import { ApiError } from "./problem.ts";
import { createRouter, methodNotAllowed, refuseMalformedDrifterId } from "./routing.ts";

/** Serves metadata and portraits of minted drifters from `collectionDir`. */
export function collectionRoutes(collectionDir: string, minted: MintedDrifters): Router {
  const router = createRouter();
  for (const path of [apiPaths.metadata, apiPaths.portrait, apiPaths.fullPortrait] as const) {
    router
      .route(routePattern(path))
      .all(refuseMalformedDrifterId)
      .get(allowEmbedding, requireMinted(minted), ({ params }, response) =>
        sendFile(response, collectionDir, drifterPath(path, params.drifterId).slice(root.length)),
      )
      .all(methodNotAllowed("GET", "HEAD"));
  }
  return router;
}

/** URL path of the folder. */
const root = "/drifters/";

/** Marketplaces and other sites may embed the files, and read why there is none. */
const allowEmbedding: RequestHandler = (_request, response, next) => {
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.setHeader("Access-Control-Allow-Origin", "*");
  next();
};

/** Sends a file with its ETag; caches must revalidate it, as a reset of the local world changes it. */
function sendFile(response: Response, root: string, file: string): Promise<void> {
  response.setHeader("Cache-Control", "public, no-cache");
  return new Promise((resolve, reject) => {
    response.sendFile(file, { root, cacheControl: false, acceptRanges: false }, (error) => {
      if (error === undefined || wasCancelled(error)) resolve();
      else reject(isMissing(error) ? new ApiError("drifter.not_found") : error);
    });
  });
}

function isMissing(error: Error): boolean {
  return "status" in error && error.status === 404;
}

/** Whether the client disconnected before the file was sent. */
function wasCancelled(error: Error): boolean {
  return "code" in error && error.code === "ECONNABORTED";
}
