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

/** The production build: its files, and its one page for every path that the browser routes itself. */
export function webRoutes(dependencies: WebDependencies): Router {
  const { webDir } = dependencies.settings;
  const router = createRouter();
  const page = createPage(dependencies);
  const files = { index: false, redirect: false, acceptRanges: false } as const;

  router.use(refuseOddPath);
  // File names under assets/ carry a hash of their content. The build has compressed them, too.
  const hashed = expressStaticGzip(join(webDir, "assets"), {
    index: false,
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    serveStatic: { ...files, immutable: true, maxAge: "1y" },
  });
  router.use("/assets", hashed, refuseUnknownPath);
  // As a file it would still have the marker in it.
  router.use((request, response, next) =>
    decodeURIComponent(request.path) === "/index.html" ? page(request, response, next) : next(),
  );
  router.use(express.static(webDir, files));
  router.use(page);
  return router;
}

/** Refuses what no link of the page's leads to: `..`, `//`, hidden files, and slashes in disguise. */
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
 * Without `PUBLIC_URL`, a page holds addresses that its own request named. Caches that many visitors
 * share may not have it at all, so that no request can put another host's addresses before others.
 */
function cachePolicy({ publicUrl }: Settings): string {
  return publicUrl === undefined ? "private, no-cache" : "no-cache";
}

/** Pages that are not a drifter's. */
const ownPages = new Map<string, PagePreview>([
  ["/", sitePreview],
  ["/index.html", sitePreview],
  ["/mint", mintPreview],
  ["/phases", phasesPreview],
]);

/** Returns what tells about the page at a path. Of those that lead nowhere it keeps to the site. */
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

/** Read each time, so that a new build is served without a restart. */
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
