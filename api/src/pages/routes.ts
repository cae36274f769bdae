import type { ServerResponse } from "node:http";
import { join } from "node:path";
import express, { type Request, type RequestHandler, type Router } from "express";
import expressStaticGzip from "express-static-gzip";
import { zeroHash } from "viem";
import type { ApiErrorCode } from "#protocol/wire/errors";
import {
  type RuntimeConfig,
  runtimeConfigElement,
  runtimeConfigMarker,
} from "#protocol/wire/runtimeConfig";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { outageRetrySeconds } from "../http/problem.ts";
import type { ClientLimit } from "../http/rateLimit.ts";
import {
  createRouter,
  methodNotAllowed,
  rejectUnknownPath,
  rejectUnsafePath,
} from "../http/routing.ts";
import type { Settings } from "../settings/settings.ts";
import type { FoundPage } from "./findPage.ts";
import { insertPageHead, insertRenderedPage } from "./head.ts";
import type { Renderer } from "./renderer.ts";
import { runtimeConfig } from "./runtimeConfig.ts";
import { readTemplate } from "./template.ts";

interface WebDependencies {
  settings: Settings;
  chain: Pick<Chain, "readGenesisHash">;
  find: (url: string) => FoundPage;
  renderer: Renderer;
  /** Counts a client's chain reads. */
  limitReads: ClientLimit;
}

/** Normalizes a path's slashes and percent-encoding; the result never starts with a host. */
function normalizePath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code;
    })
    .replace(/\/{2,}/g, "/");
}

const fileOptions = { index: false, redirect: false, acceptRanges: false } as const;
const rejectMethods = methodNotAllowed("GET", "HEAD");

/** Serves the production build: its files and, for every other path, the page, server-rendered if possible. */
export function webRoutes(dependencies: WebDependencies): Router {
  const { find } = dependencies;
  const { webDir } = dependencies.settings;
  const respond = createPageHandler(dependencies);
  const router = createRouter();
  router.use((request, response, next) => {
    const path = normalizePath(request.path);
    if (path === request.path || /\/\./.test(path) || !find(path).page) return next();
    const { originalUrl } = request;
    const start = originalUrl.indexOf("?");
    response.redirect(308, start === -1 ? path : path + originalUrl.slice(start));
  });
  router.use(rejectUnsafePath);
  // Clients that do not read the page's head request these paths.
  router.use((request, _response, next) => {
    if (request.path === "/favicon.ico") request.url = "/favicon.svg";
    next();
  });
  router.use("/assets", serveHashedFiles(webDir), rejectUnknownPath);
  // The raw index.html still contains the markers.
  router.use((request, response, next) =>
    decodeURIComponent(request.path) === "/index.html" ? respond(request, response, next) : next(),
  );
  router.use(serveOtherFiles(webDir), respond);
  return router;
}

function createPageHandler({ settings, chain, find, renderer, limitReads }: WebDependencies) {
  const { webDir } = settings;
  const readConfig = createConfigReader(settings, chain);
  return respond;

  async function respond(...[request, response, next]: Parameters<RequestHandler>): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      rejectMethods(request, response, next);
      return;
    }
    response.vary("Accept");
    if (!request.accepts("html")) throw new ApiError("route.not_found");
    const template = await readTemplate(webDir);
    if (template === undefined) {
      response.status(503).type("text/plain");
      response.send("The web app has not been built yet: run `npm run build`.\n");
      return;
    }
    const { page, key, looksUp, read } = find(request.originalUrl);
    if (looksUp) limitReads(request);
    // Sets the metrics label, as an Express route would.
    if (page !== undefined) request.route = { path: page.path };
    const { value, element } = await readConfig();
    const facts = await read();
    if (facts.status === 302) {
      response.setHeader("Cache-Control", "no-cache");
      response.redirect(facts.path);
      return;
    }
    const { status, head, isPartial } = facts;
    const isChainUnknown = value.genesisHash === zeroHash;
    response.isBrief = page?.readsChain === true || isPartial === true || isChainUnknown;
    if (status !== 200 && !/text\/(html|\*)/.test(request.headers.accept ?? ""))
      throw new ApiError(createPageProblem(status, page?.name));
    const isRendered = page?.isRendered && status !== 503 && mayRender(page, request);
    const rendered = isRendered
      ? await renderer.render(template, { path: key, status, config: value })
      : undefined;
    const html = insertPageHead(template, head, settings.publicUrl);
    if (status === 503) response.setHeader("Retry-After", String(outageRetrySeconds));
    // A missing page may exist soon, and an unrendered page may be rendered next time.
    const isServed = rendered !== undefined || !page?.isRendered;
    const cacheControl = isServed ? sharedCacheControl : "no-cache";
    response.setHeader("Cache-Control", status === 200 ? cacheControl : "no-store");
    const body = (rendered ? insertRenderedPage(html, rendered) : html).replace(
      runtimeConfigMarker,
      () => element,
    );
    response.status(status).type("html");
    // Omits the ETag, because caches must not store this response.
    if (status === 200) response.send(body);
    else response.end(body);
  }

  function mayRender({ readsChain }: { readsChain?: true }, request: Request): boolean {
    if (!readsChain) return true;
    try {
      limitReads(request);
      return true;
    } catch {
      return false;
    }
  }
}

/** Returns a function that reads the web app's configuration, which is constant once the chain is known. */
function createConfigReader(settings: Settings, chain: WebDependencies["chain"]) {
  let config: { value: RuntimeConfig; element: string } | undefined;
  return async () => {
    if (config !== undefined) return config;
    const value = await runtimeConfig(settings, chain);
    const read = { value, element: runtimeConfigElement(value) };
    if (value.genesisHash !== zeroHash) config = read;
    return read;
  };
}

/** Creates the problem response for clients that do not accept HTML, such as `curl`. */
function createPageProblem(status: 404 | 503, page: string | undefined): ApiErrorCode {
  if (status === 503) return "chain.unavailable";
  return page === "token" ? "token.not_found" : "route.not_found";
}

/** Serves the build's `assets/`: compressed files whose names contain a content hash. */
function serveHashedFiles(webDir: string): RequestHandler {
  return expressStaticGzip(join(webDir, "assets"), {
    index: false,
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    serveStatic: { ...fileOptions, immutable: true, maxAge: "1y" },
  });
}

/** Serves the build's other files. */
function serveOtherFiles(webDir: string): RequestHandler {
  const setHeaders = (response: ServerResponse, file: string) => {
    response.setHeader("Cache-Control", sharedCacheControl);
    // Other sites embed the images of the collection's metadata.
    if (/\.(svg|jpg)$/.test(file))
      response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  };
  return express.static(webDir, { ...fileOptions, cacheControl: false, setHeaders });
}
