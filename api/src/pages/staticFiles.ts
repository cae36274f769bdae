import type { ServerResponse } from "node:http";
import { join } from "node:path";
import express, { type RequestHandler } from "express";
import expressStaticGzip from "express-static-gzip";
import { sharedCacheControl } from "../http/cacheControl.ts";

const options = { index: false, redirect: false, acceptRanges: false } as const;

/** Serves `assets/` of the build, whose file names contain a content hash, and which the build has compressed. */
export function hashedFiles(webDir: string): RequestHandler {
  return expressStaticGzip(join(webDir, "assets"), {
    index: false,
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    serveStatic: { ...options, immutable: true, maxAge: "1y" },
  });
}

/** Serves the other files of the build. */
export function otherFiles(webDir: string): RequestHandler {
  const setHeaders = (response: ServerResponse) =>
    response.setHeader("Cache-Control", sharedCacheControl);
  return express.static(webDir, { ...options, cacheControl: false, setHeaders });
}
