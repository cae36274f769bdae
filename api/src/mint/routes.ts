import type { ErrorRequestHandler, Request, Response, Router } from "express";
import { apiPaths } from "#protocol/paths";
import { createAddressLimiter } from "../addressLimiter.ts";
import type { Chain } from "../chain.ts";
import type { Settings } from "../env.ts";
import type { Metrics } from "../operations/metrics.ts";
import { ApiError, asApiError } from "../problem.ts";
import { readBodyBytes } from "../readJsonBody.ts";
import { createRouter, otherMethods } from "../routing.ts";
import { issueAuthorization } from "./issueAuthorization.ts";
import type { OnSignerKnown } from "./signerReport.ts";
import type { AuthorizationStore } from "./store.ts";

interface MintDependencies {
  chain: Chain;
  /** Absent where there is nothing to sign with. */
  authorizations: AuthorizationStore | undefined;
  settings: Settings;
  metrics: Pick<Metrics, "authorizations" | "rateLimited">;
  onSignerKnown: OnSignerKnown;
}

/** An address and a number need no more. */
const maxBodyBytes = 1_024;

/** Signs what a minter passes to `FringeMint`. */
export function mintRoutes(dependencies: MintDependencies): Router {
  const { chain, authorizations: store, settings, metrics, onSignerKnown } = dependencies;
  const { mint } = settings;
  const limit = createAddressLimiter({
    perMinute: settings.authorizationsPerMinute,
    detail:
      "Too many authorisations were asked for from your network. Retry-After says when to try again.",
    onRefusal: () => metrics.rateLimited.inc({ by: "address" }),
  });
  const countRefusal: ErrorRequestHandler = (error, _request, _response, next) => {
    metrics.authorizations.inc({ outcome: asApiError(error).code });
    next(error);
  };

  const router = createRouter();
  router
    .route(apiPaths.mintAuthorization)
    .post(async (request: Request, response: Response) => {
      if (mint === undefined || store === undefined) throw new ApiError("mint.not_offered");
      const application = {
        bodyBytes: await readBodyBytes(request, maxBodyBytes),
        admit: () => limit(request, response),
      };
      const context = { chain, store, mint, settings, onSignerKnown };
      const signed = await issueAuthorization(application, context);
      metrics.authorizations.inc({ outcome: "issued" });
      response.setHeader("Cache-Control", "no-store");
      response.json(signed);
    }, countRefusal)
    .all(otherMethods("POST"));
  return router;
}
