import type { RequestHandler, Response, Router } from "express";
import {
  apiPaths,
  type DrifterPath,
  drifterPath,
  routePattern,
  webpPortraits,
} from "#protocol/paths";
import type { MintedDrifters } from "./minted/mintedDrifters.ts";
import { requireMinted } from "./minted/requireMinted.ts";
import { ApiError } from "./problem.ts";
import { createRouter, methodNotAllowed, refuseMalformedDrifterId } from "./routing.ts";

/** Serves metadata and portraits of minted drifters from `collectionDir`. */
export function collectionRoutes(collectionDir: string, minted: MintedDrifters): Router {
  const router = createRouter();
  for (const [path, otherwise] of served) {
    router
      .route(routePattern(path))
      .all(refuseMalformedDrifterId)
      .get(allowEmbedding, requireMinted(minted), ({ params }, response) => {
        const fileOf = (each: CollectionPath) =>
          drifterPath(each, params.drifterId).slice(root.length);
        return sendFile(response, collectionDir, fileOf(path), otherwise && fileOf(otherwise));
      })
      .all(methodNotAllowed("GET", "HEAD"));
  }
  return router;
}

type CollectionPath = Extract<DrifterPath, `/drifters/${string}`>;

/**
 * Each path, and the one whose file is sent if its own is missing: browsers choose a WebP portrait before
 * they can know whether the collection has one.
 */
const served: readonly [CollectionPath, CollectionPath?][] = [
  [apiPaths.metadata],
  [apiPaths.portrait],
  [apiPaths.fullPortrait],
  ...Object.values(webpPortraits).map((path): [CollectionPath, CollectionPath] => [
    path,
    apiPaths.portrait,
  ]),
];

/** URL path of the folder. */
const root = "/drifters/";

/** Marketplaces and other sites may embed the files, and read why there is none. */
const allowEmbedding: RequestHandler = (_request, response, next) => {
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.setHeader("Access-Control-Allow-Origin", "*");
  next();
};

/**
 * Sends a file, or the other one if it is missing, with its ETag; caches must revalidate it, as a reset of the
 * local world changes it.
 */
function sendFile(
  response: Response,
  root: string,
  file: string,
  otherwise?: string,
): Promise<void> {
  response.setHeader("Cache-Control", "public, no-cache");
  return new Promise((resolve, reject) => {
    response.sendFile(file, { root, cacheControl: false, acceptRanges: false }, (error) => {
      if (error === undefined || wasCancelled(error)) resolve();
      else if (!isMissing(error)) reject(error);
      else if (otherwise === undefined) reject(new ApiError("drifter.not_found"));
      else sendFile(response, root, otherwise).then(resolve, reject);
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
