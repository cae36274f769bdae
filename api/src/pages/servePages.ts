import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Request, RequestHandler } from "express";
import { withRenderedPage } from "#protocol/pageMarkup";
import { runtimeConfigElement, runtimeConfigMarker } from "#protocol/runtimeConfig";
import type { Chain } from "../chain/chain.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { ApiError, secondsUntilAnOutageMayBeOver } from "../http/problem.ts";
import type { ClientLimit } from "../http/rateLimit.ts";
import { methodNotAllowed } from "../http/routing.ts";
import type { Settings } from "../settings/settings.ts";
import type { FoundPage } from "./findPage.ts";
import { withPageHead } from "./head.ts";
import type { Renderer } from "./renderer.ts";
import { runtimeConfig } from "./runtimeConfig.ts";

interface ServePagesOptions {
  settings: Settings;
  chain: Pick<Chain, "readGenesisHash">;
  find: (url: string) => FoundPage;
  renderer: Renderer;
  /** Counts a client's reads of the chain. */
  limitReads: ClientLimit;
}

const refuseMethods = methodNotAllowed("GET", "HEAD");

/** Responds with the page at a path, rendered by the server if it can be. */
export function servePages(options: ServePagesOptions): RequestHandler {
  const { settings, chain, find, renderer, limitReads } = options;
  const templateFile = join(settings.webDir, "index.html");

  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuseMethods(request, response, next);
    }
    response.vary("Accept");
    if (!request.accepts("html")) throw new ApiError("route.not_found");
    const template = await readTemplate(templateFile);
    if (template === undefined) {
      response.status(503).type("text/plain");
      response.send("The web app has not been built yet: run `npm run build`.\n");
      return;
    }
    const { page, key, read } = find(request.originalUrl);
    // Labels the metrics, as a route of Express does.
    if (page !== undefined) request.route = { path: page.path };
    const config = await runtimeConfig(settings, chain);
    const { status, head } = await read();
    const isRendered = page?.isRendered && status !== 503 && mayRender(page, request);
    const rendered = isRendered
      ? await renderer.render(template, { path: key, status, config })
      : undefined;
    const html = withPageHead(template, head, settings.publicUrl);
    if (status === 503) response.setHeader("Retry-After", String(secondsUntilAnOutageMayBeOver));
    // A page that does not exist may exist soon, and one that was to be rendered may be the next time.
    const isServed = rendered !== undefined || !page?.isRendered;
    const cacheControl = isServed ? sharedCacheControl : "no-cache";
    response.setHeader("Cache-Control", status === 200 ? cacheControl : "no-store");
    const body = (rendered ? withRenderedPage(html, rendered) : html).replace(
      runtimeConfigMarker,
      () => runtimeConfigElement(config),
    );
    response.status(status).type("html");
    // Without an ETag for what no cache stores.
    if (status === 200) response.send(body);
    else response.end(body);
  };

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

/** Reads the template, each time, so that a new build needs no restart. Undefined without a build. */
async function readTemplate(file: string): Promise<string | undefined> {
  const template = await readFile(file, "utf8").catch(() => undefined);
  if (template?.includes(runtimeConfigMarker) !== false) return template;
  throw new Error(`${file} has no ${runtimeConfigMarker} for the configuration.`);
}
