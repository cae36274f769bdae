import type { RequestListener } from "node:http";
import express from "express";
import type { Logger } from "pino";
import { nouns } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { CollectionMetadata } from "./catalogue/metadata.ts";
import { createCatalogueReads } from "./catalogue/reads.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import type { Chain } from "./chain/chain.ts";
import type { MintedTokens } from "./chain/minted.ts";
import type { Collection } from "./collection/collection.ts";
import { collectionRoutes } from "./collection/routes.ts";
import { crawlerRoutes } from "./feeds/crawlers.ts";
import { feedRoutes } from "./feeds/feeds.ts";
import { type CommonHeaders, createCommonHeaders } from "./http/commonHeaders.ts";
import { respondWithProblem } from "./http/problem.ts";
import { createClientLimit } from "./http/rateLimit.ts";
import { createRequestReport } from "./http/reportRequest.ts";
import { createResponseCache } from "./http/responseCache.ts";
import {
  rejectMalformedRequest,
  rejectUndecodablePath,
  rejectUnknownPath,
} from "./http/routing.ts";
import type { Authorizations } from "./mint/authorizations.ts";
import type { OnSignerKnown } from "./mint/issueAuthorization.ts";
import type { NumberGuard } from "./mint/numberGuard.ts";
import { mintRoutes } from "./mint/routes.ts";
import type { Changes } from "./narratives/changes.ts";
import { narrativeRoutes } from "./narratives/routes.ts";
import type { SaveQueue } from "./narratives/saveQueue.ts";
import type { NarrativeStore } from "./narratives/store.ts";
import { openapiRoutes } from "./openapi/document.ts";
import type { Metrics } from "./operations/metrics.ts";
import type { Readiness } from "./operations/readiness.ts";
import { operationRoutes } from "./operations/routes.ts";
import { createPageFinder } from "./pages/findPage.ts";
import { createPageReads } from "./pages/reads.ts";
import { createRenderer } from "./pages/renderer.ts";
import { webRoutes } from "./pages/routes.ts";
import type { StorySearch } from "./search/storySearch.ts";
import type { Settings } from "./settings/settings.ts";

export interface AppDependencies {
  settings: Settings;
  changes: Changes;
  chain: Chain;
  store: NarrativeStore;
  minted: MintedTokens;
  collection: Collection;
  metadata: CollectionMetadata;
  catalogue: Catalogue;
  search: StorySearch;
  /** Issued mint authorizations; absent without a signing key. */
  authorizations: Authorizations | undefined;
  /** Present if `authorizations` is. */
  numbers: NumberGuard | undefined;
  onSignerKnown: OnSignerKnown;
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  saveQueue: SaveQueue;
}

/** The service's request handler. */
export interface App {
  listener: RequestListener;
  /** For responses to requests that never reach it. */
  headers: CommonHeaders;
  /** Ends its threads. */
  close(): Promise<void>;
}

/** Creates the service's request handler. The caller creates and closes its dependencies. */
export function createApp(dependencies: AppDependencies): App {
  const { settings, changes, logger, metrics, readiness } = dependencies;
  const { trustProxyHops, webDir } = settings;
  const app = express();
  const headers = createCommonHeaders(settings);
  const reads = createCatalogueReads(dependencies);
  const read = createPageReads({ ...dependencies, reads });
  const renderer = createRenderer({ webDir, read, logger });
  const findPage = createPageFinder(dependencies);
  const listener = createResponseCache({
    app,
    changes,
    keyOf: (url) => findPage(url).key,
    report: createRequestReport(logger, metrics),
    headers,
    reads: metrics.cachedReads,
    maxBytes: settings.readCacheBytes,
    lifeMilliseconds: settings.responseLifeMilliseconds,
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
  app.use(catalogueRoutes({ ...dependencies, reads, limitReads }));
  app.use(narrativeRoutes({ ...dependencies, noteSave: changes.noteSave }));
  app.use(mintRoutes(dependencies));
  app.use(collectionRoutes(dependencies.collection, dependencies.minted));
  app.use(openapiRoutes());
  app.use(feedRoutes(dependencies), crawlerRoutes(dependencies));
  // Not the gallery's page itself.
  app.use(["/api", new RegExp(`^${pages.gallery.path}(?=/)`)], rejectUnknownPath);
  app.use(webRoutes({ ...dependencies, find: findPage, renderer, limitReads }));
  app.use(respondWithProblem);
  return {
    listener,
    headers,
    close: () => renderer.close(),
  };
}
