import type { RequestHandler } from "express";
import { zeroHash } from "viem";
import { type RenderedPage, type RenderRequest, withRenderedPage } from "#protocol/pageMarkup";
import { runtimeConfigElement, runtimeConfigMarker } from "#protocol/runtimeConfig";
import type { Chain } from "../chain/chain.ts";
import type { Settings } from "../env.ts";
import { briefCacheControl, sharedCacheControl } from "../http/cacheControl.ts";
import type { ClientLimit } from "../http/rateLimit.ts";
import { ApiError, secondsUntilAnOutageMayBeOver } from "../problem.ts";
import { methodNotAllowed } from "../routing.ts";
import { runtimeConfig } from "../runtimeConfig.ts";
import { withPageHead } from "./pageHead.ts";
import type { FoundPage } from "./pageSources.ts";
import { createTemplateReader, type PageTemplate } from "./pageTemplate.ts";
import type { Renderer } from "./renderer.ts";

interface PagesOptions {
  settings: Settings;
  chain: Pick<Chain, "readGenesisHash">;
  find: (url: string) => FoundPage;
  renderer: Renderer;
  /** Counts a client's reads of the chain. */
  limitReads: ClientLimit;
}

/** For so long, a page that could not be rendered is left to browsers. */
const failureMilliseconds = 60_000;
const maxFailed = 1_000;
const refuseMethods = methodNotAllowed("GET", "HEAD");

/** Responds with the page at a path, rendered by the server if it can be. */
export function createPages(options: PagesOptions): RequestHandler {
  const { settings, chain, find, renderer, limitReads } = options;
  const readTemplate = createTemplateReader(settings.webDir);
  const render = createPageRendering(renderer);

  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuseMethods(request, response, next);
    }
    response.vary("Accept");
    if (!request.accepts("html")) throw new ApiError("route.not_found");
    const template = await readTemplate();
    if (template === undefined) {
      response.status(503).type("text/plain");
      response.send("The web app has not been built yet: run `npm run build`.\n");
      return;
    }
    const page = find(request.originalUrl);
    // Labels the metrics, as a route of Express does.
    if (page.path !== undefined) request.route = { path: page.path };
    const config = await runtimeConfig(settings, chain);
    const status = await page.status();
    const isAllowed = !page.readsChain || isWithin(() => limitReads(request));
    const isRendered = page.isRendered === true && isAllowed && status !== 503;
    const rendered = isRendered
      ? await render(template, { path: page.key, status, config })
      : undefined;
    const head = withPageHead(template.html, await page.preview(status), settings.publicUrl);
    const whole = rendered ? withRenderedPage(head, rendered) : head;
    if (status === 503) response.setHeader("Retry-After", String(secondsUntilAnOutageMayBeOver));
    const isPartial = rendered?.isPartial === true || config.genesisHash === zeroHash;
    const isServed = rendered !== undefined || !page.isRendered;
    const cacheControl = isPartial || page.readsChain ? briefCacheControl : sharedCacheControl;
    // A page that does not exist may exist soon, and one that was to be rendered may be the next time.
    const lasting = isServed ? cacheControl : "no-cache";
    response.setHeader("Cache-Control", status === 200 ? lasting : "no-store");
    const body = whole.replace(runtimeConfigMarker, () => runtimeConfigElement(config));
    response.status(status).type("html");
    // Without an ETag for what no cache stores.
    if (status === 200) response.send(body);
    else response.end(body);
  };
}

/** Creates the function that renders pages, except those that failed a moment ago in the same build. */
function createPageRendering(renderer: Renderer) {
  const failed = new Map<string, { template: PageTemplate; until: number }>();

  return async (
    template: PageTemplate,
    request: RenderRequest,
  ): Promise<RenderedPage | undefined> => {
    const { path } = request;
    const before = failed.get(path);
    if (before?.template === template && performance.now() < before.until) return undefined;
    const rendered = await renderer.render(template, request);
    if (rendered !== "failed") return rendered;
    failed.set(path, { template, until: performance.now() + failureMilliseconds });
    const [oldest] = failed.keys();
    if (failed.size > maxFailed && oldest !== undefined) failed.delete(oldest);
    return undefined;
  };
}

function isWithin(limit: () => void): boolean {
  try {
    limit();
    return true;
  } catch {
    return false;
  }
}
