import { readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { type RequestHandler, type Response, type Router } from "express";
import expressStaticGzip from "express-static-gzip";
import { runtimeConfigElement, runtimeConfigMarker } from "#protocol/runtimeConfig";
import type { Chain } from "./chain.ts";
import type { Settings } from "./env.ts";
import type { MintedDrifters } from "./minted/mintedDrifters.ts";
import type { NarrativeStore } from "./narratives/store.ts";
import { withPageHead } from "./page/pageHead.ts";
import { createPreviews } from "./page/previews.ts";
import { ApiError, secondsUntilAnOutageMayBeOver } from "./problem.ts";
import { createRouter, methodNotAllowed, refuseUnknownPath } from "./routing.ts";
import { runtimeConfig } from "./runtimeConfig.ts";

interface WebDependencies {
  settings: Settings;
  chain: Chain;
  store: Pick<NarrativeStore, "peek" | "find">;
  minted: MintedDrifters;
}

/** Serves the production build: its files, and the page for every client-side route. */
export function webRoutes(dependencies: WebDependencies): Router {
  const { webDir } = dependencies.settings;
  const router = createRouter();
  const page = createPage(dependencies);
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
  router.use(express.static(webDir, files));
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

function createPage({ settings, chain, store, minted }: WebDependencies): RequestHandler {
  const refuseMethods = methodNotAllowed("GET", "HEAD");
  const { collectionDir, publicUrl } = settings;
  const previewOf = createPreviews({ collectionDir, store, minted });
  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuseMethods(request, response, next);
    }
    response.vary("Accept");
    if (!request.accepts("html")) throw new ApiError("route.not_found");
    const template = await readTemplate(settings.webDir);
    if (template === undefined) {
      response.status(503).type("text/plain");
      response.send("The web app has not been built yet: run `npm run build`.\n");
      return;
    }
    const [{ status, preview }, config] = await Promise.all([
      previewOf(request.path),
      runtimeConfig(settings, chain),
    ]);
    const page = withPageHead(template, preview, publicUrl);
    const element = runtimeConfigElement(config);
    sendPage(
      response,
      status,
      page.replace(runtimeConfigMarker, () => element),
    );
  };
}

/** Sends a page; only those with status 200 may be cached. */
function sendPage(response: Response, status: number, html: string): void {
  response.status(status).type("text/html");
  if (status === 200) {
    response.setHeader("Cache-Control", "no-cache");
    response.send(html);
    return;
  }
  response.setHeader("Cache-Control", "no-store");
  if (status === 503) response.setHeader("Retry-After", secondsUntilAnOutageMayBeOver);
  response.end(html);
}

/** Reads the template on each request, so that a new build needs no restart. */
async function readTemplate(webDir: string): Promise<string | undefined> {
  let template: string;
  try {
    template = await readFile(join(webDir, "index.html"), "utf8");
  } catch {
    return undefined;
  }
  if (template.includes(runtimeConfigMarker)) return template;
  throw new Error(`${webDir}/index.html has no ${runtimeConfigMarker} for the configuration.`);
}
