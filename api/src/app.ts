import express from "express";
import { nouns } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import { cardRoutes } from "./cards/routes.ts";
import { createCatalogueReads } from "./catalogue/reads.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { collectionRoutes } from "./collection/routes.ts";
import { crawlerRoutes } from "./feeds/crawlers.ts";
import { feedRoutes } from "./feeds/feeds.ts";
import { createCommonHeaders } from "./http/commonHeaders.ts";
import { respondWithProblem } from "./http/problem.ts";
import { createClientLimit } from "./http/rateLimit.ts";
import { createRequestReport } from "./http/reportRequest.ts";
import { createResponseCache } from "./http/responseCache.ts";
import {
  allowOtherSites,
  rejectMalformedRequest,
  rejectUndecodablePath,
  rejectUnknownPath,
} from "./http/routing.ts";
import { mintRoutes } from "./mint/routes.ts";
import { nameRoutes } from "./names/routes.ts";
import { narrativeRoutes } from "./narratives/routes.ts";
import { openapiRoutes } from "./openapi/document.ts";
import { operationRoutes } from "./operations/routes.ts";
import { embedRoutes } from "./pages/embed.ts";
import { createPageFinder } from "./pages/findPage.ts";
import { createPageReads } from "./pages/reads.ts";
import { WorkerRenderer } from "./pages/renderer.ts";
import { webRoutes } from "./pages/routes.ts";
import { createStoryMarkup } from "./pages/storyMarkup.ts";
import type { Service } from "./service.ts";

/** Creates a service's request handler; the caller opens and closes the service. */
export function createApp(service: Service) {
  const { settings, changes, logger, metrics, readiness } = service;
  const { trustProxyHops, webDir } = settings;
  const app = express();
  const headers = createCommonHeaders(settings);
  const reads = createCatalogueReads(service);
  const read = createPageReads({ ...service, reads });
  const renderer = new WorkerRenderer({ webDir, read, logger });
  const findPage = createPageFinder(service);
  const listener = createResponseCache({
    app,
    changes,
    cacheKey: (url) => findPage(url).key,
    report: createRequestReport(logger, metrics),
    headers,
    reads: metrics.cachedReads,
    maxBytes: settings.readCacheBytes,
    lifetime: ({ isBrief }) =>
      isBrief || !service.isInformed()
        ? Math.min(settings.briefLifeMilliseconds, settings.responseLifeMilliseconds)
        : settings.responseLifeMilliseconds,
    checkForChanges: service.checkForChanges,
    staleMilliseconds: settings.staleMilliseconds,
  });
  app.disable("x-powered-by");
  app.disable("query parser");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  app.set("trust proxy", trustProxyHops);

  app.use(rejectMalformedRequest, rejectUndecodablePath, operationRoutes(readiness));
  const limitReads = createClientLimit({
    perMinute: settings.ownerReadsPerMinute,
    detail: `Too many requests for wallets' ${nouns} from your network. Retry-After says when to try again.`,
    onRejected: () => metrics.rateLimited.inc({ by: "address" }),
  });
  app.use("/api", allowOtherSites);
  app.use(catalogueRoutes({ ...service, reads, limitReads }));
  app.use(nameRoutes({ ...service, limitReads }));
  app.use(narrativeRoutes({ ...service, noteSave: changes.noteSave }));
  app.use(mintRoutes(service));
  app.use(collectionRoutes(service), cardRoutes(service));
  app.use(openapiRoutes());
  const renderStory = createStoryMarkup(settings, renderer);
  app.use(feedRoutes({ ...service, renderStory }), crawlerRoutes(service));
  app.use(embedRoutes({ settings, find: findPage }));
  // The gallery page itself is not a token.
  app.use(["/api", new RegExp(`^${pages.gallery.path}(?=/)`)], rejectUnknownPath);
  app.use(webRoutes({ ...service, find: findPage, renderer, limitReads }));
  app.use(respondWithProblem);
  return {
    listener,
    /** Responds to requests that never reach Express. */
    headers,
    /** Stops the worker threads. */
    close: () => renderer.close(),
  };
}
