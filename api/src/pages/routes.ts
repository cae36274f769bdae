import type { ServerResponse } from "node:http";
import { join } from "node:path";
import express, { type RequestHandler, type Router } from "express";
import expressStaticGzip from "express-static-gzip";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { ApiError } from "../http/problem.ts";
import { createRouter, refuseUnknownPath } from "../http/routing.ts";

interface WebRouteDependencies {
  webDir: string;
  page: RequestHandler;
}

/** Serves the production build: its files, and the page for every other path. */
export function webRoutes({ webDir, page }: WebRouteDependencies): Router {
  const router = createRouter();
  const files = { index: false, redirect: false, acceptRanges: false } as const;

  router.use(refuseOddPath);
  // File names in assets/ contain a content hash, and the build has compressed the files.
  const hashed = expressStaticGzip(join(webDir, "assets"), {
    index: false,
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    serveStatic: { ...files, immutable: true, maxAge: "1y" },
  });
  router.use("/assets", hashed, refuseUnknownPath);
  // The file index.html still contains the marker.
  router.use((request, response, next) =>
    decodeURIComponent(request.path) === "/index.html" ? page(request, response, next) : next(),
  );
  const setHeaders = (response: ServerResponse) =>
    response.setHeader("Cache-Control", sharedCacheControl);
  router.use(express.static(webDir, { ...files, cacheControl: false, setHeaders }));
  router.use(page);
  return router;
}

/** Rejects paths with `..`, `//`, hidden files or encoded slashes. */
const refuseOddPath: RequestHandler = (request, _response, next) => {
  const encoded = request.path.split("/").slice(1);
  const segments = encoded.map(decodeURIComponent);
  const isOdd = segments.some(
    (segment, index) =>
      /^\.|[/\\;\0]/.test(segment) || (segment === "" && index < segments.length - 1),
  );
  if (isOdd) throw new ApiError("route.not_found");
  next();
};
