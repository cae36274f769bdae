import { readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { type RequestHandler, type Router } from "express";
import expressStaticGzip from "express-static-gzip";
import { isDrifterId } from "#protocol/drifterId";
import { runtimeConfigElement, runtimeConfigMarker } from "#protocol/runtimeConfig";
import type { Chain } from "./chain.ts";
import type { Settings } from "./env.ts";
import type { NarrativeStore } from "./narratives/store.ts";
import { createDrifterPreviews } from "./page/drifterPreview.ts";
import { mintPreview } from "./page/mintPreview.ts";
import { type PagePreview, withPageHead } from "./page/pageHead.ts";
import { phasesPreview } from "./page/phasesPreview.ts";
import { publicOrigin } from "./page/publicOrigin.ts";
import { sitePreview } from "./page/sitePreview.ts";
import { ApiError } from "./problem.ts";
import { createRouter, methodNotAllowed, refuseUnknownPath } from "./routing.ts";
import { runtimeConfig } from "./runtimeConfig.ts";

interface WebDependencies {
  settings: Settings;
  chain: Chain;
  store: Pick<NarrativeStore, "peek" | "find">;
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

function createPage({ settings, chain, store }: WebDependencies): RequestHandler {
  const refuseMethods = methodNotAllowed("GET", "HEAD");
  const previewOf = createPreviews(settings, store);
  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuseMethods(request, response, next);
    }
    response.vary("Accept");
    if (!request.accepts("html")) throw new ApiError("route.not_found");
    response.setHeader("Cache-Control", cachePolicy(settings));
    const template = await readTemplate(settings.webDir);
    if (template === undefined) {
      response.status(503).type("text/plain");
      response.send("The web app has not been built yet: run `npm run build`.\n");
      return;
    }
    const origin = publicOrigin(request, settings.publicUrl);
    const page = withPageHead(template, await previewOf(request.path), origin);
    const element = runtimeConfigElement(await runtimeConfig(settings, chain));
    response.type("text/html").send(page.replace(runtimeConfigMarker, () => element));
  };
}

/**
 * Returns Cache-Control of pages. Without `PUBLIC_URL`, a page contains the request's Host, so shared caches may
 * not store it: one visitor's request could otherwise put a foreign host into another's page.
 */
function cachePolicy({ publicUrl }: Settings): string {
  return publicUrl === undefined ? "private, no-cache" : "no-cache";
}

/** Previews of pages other than a drifter's. */
const ownPages = new Map<string, PagePreview>([
  ["/", sitePreview],
  ["/index.html", sitePreview],
  ["/mint", mintPreview],
  ["/phases", phasesPreview],
]);

/** Creates the function that returns the preview of a path; unknown paths get the site's. */
function createPreviews({ collectionDir }: Settings, store: WebDependencies["store"]) {
  const drifterPreview = createDrifterPreviews({ collectionDir, store });
  const { path: _, ...nowhere } = sitePreview;
  return async (path: string): Promise<PagePreview> => {
    const page = ownPages.get(path);
    if (page !== undefined) return page;
    const [, drifterId = ""] = /^\/drifter\/([^/]+)$/.exec(path) ?? [];
    return (isDrifterId(drifterId) && (await drifterPreview(drifterId))) || nowhere;
  };
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
