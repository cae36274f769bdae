import express, { type Express } from "express";
import type { Logger } from "pino";
import type { Chain } from "./chain.ts";
import { collectionRoutes } from "./collection.ts";
import type { Settings } from "./env.ts";
import { logRequests } from "./logger.ts";
import { narrativeRoutes } from "./narratives/routes.ts";
import type { NarrativeStore } from "./narratives/store.ts";
import { answerProblem } from "./problem.ts";
import { refuseUndecodablePath, refuseUnknownPath } from "./routing.ts";
import { securityHeaders } from "./securityHeaders.ts";
import { webRoutes } from "./web.ts";

export interface AppDependencies {
  settings: Settings;
  chain: Chain;
  store: NarrativeStore;
  logger: Logger;
}

/** The whole service as one Express app. It owns nothing: what it needs is given, and ended, outside. */
export function createApp(dependencies: AppDependencies): Express {
  const { settings, logger } = dependencies;
  const app = express();
  app.disable("x-powered-by");
  app.disable("query parser");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  app.set("trust proxy", settings.trustProxyHops);

  app.use(logRequests(logger), securityHeaders(settings), refuseUndecodablePath);
  app.use(narrativeRoutes(dependencies));
  app.use(collectionRoutes(settings.collectionDir));
  app.use(["/api", "/drifters"], refuseUnknownPath);
  app.use(webRoutes(dependencies));
  app.use(answerProblem);
  return app;
}
