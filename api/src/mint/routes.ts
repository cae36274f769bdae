import type { ErrorRequestHandler, Request, Response, Router } from "express";
import type { Counter } from "prom-client";
import { apiPaths, routePattern } from "#protocol/wire/paths";
import { phaseSupply } from "#sale/mintRules";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { asApiError } from "../http/problem.ts";
import { createClientLimit } from "../http/rateLimit.ts";
import { readBodyBytes } from "../http/readBody.ts";
import { createRouter, methodNotAllowed } from "../http/routing.ts";
import type { Settings } from "../settings/settings.ts";
import type { Authorizations } from "./authorizations.ts";
import {
  issueAuthorization,
  type OnSignerKnown,
  readAllowance,
  readMinter,
} from "./issueAuthorization.ts";
import type { NumberGuard } from "./numberGuard.ts";

interface MintDependencies {
  chain: Chain;
  /** Absent without a signing key. */
  authorizations: Authorizations | undefined;
  /** Present if `authorizations` is. */
  numbers: NumberGuard | undefined;
  settings: Settings;
  metrics: { authorizations: Counter<"outcome">; rateLimited: Counter<"by"> };
  onSignerKnown: OnSignerKnown;
}

/** Enough for an address and a number. */
const maxBodyBytes = 1_024;

/**
 * Routes `/api/mint/authorization`, which signs the arguments of a mint, `/api/mint/allowance/{minter}`, which
 * returns how many a wallet may still mint, and `/api/mint/sale`, which returns how many are left for all.
 */
export function mintRoutes(dependencies: MintDependencies): Router {
  const { chain, authorizations: store, numbers, settings, metrics, onSignerKnown } = dependencies;
  const { mint } = settings;
  const limitOn = (what: string) =>
    createClientLimit({
      perMinute: settings.authorizationsPerMinute,
      detail: `Too many requests for ${what} from your network. Retry-After says when to try again.`,
      onRejected: () => metrics.rateLimited.inc({ by: "address" }),
    });
  const limit = limitOn("authorizations");
  const limitAllowances = limitOn("allowances");
  const countProblem: ErrorRequestHandler = (error, _request, _response, next) => {
    metrics.authorizations.inc({ outcome: asApiError(error).code });
    next(error);
  };

  const router = createRouter();
  router
    .route(apiPaths.mintAuthorization)
    .post(async (request: Request, response: Response) => {
      if (!mint || !store || !numbers) throw new ApiError("mint.not_offered");
      const application = {
        bodyBytes: await readBodyBytes(request, maxBodyBytes),
        countAttempt: () => limit(request),
      };
      const context = { chain, store, numbers, mint, settings, onSignerKnown };
      const signed = await issueAuthorization(application, context);
      metrics.authorizations.inc({ outcome: "issued" });
      response.setHeader("Cache-Control", "no-store");
      response.json(signed);
    }, countProblem)
    .all(methodNotAllowed("POST"));
  router
    .route(routePattern(apiPaths.mintAllowance))
    .get(async (request: Request<{ minter: string }>, response: Response) => {
      if (!mint || !store) throw new ApiError("mint.not_offered");
      const minter = readMinter(request.params.minter);
      limitAllowances(request);
      response.setHeader("Cache-Control", "no-store");
      response.json(await readAllowance(minter, { chain, store, mint, settings }));
    })
    .all(methodNotAllowed("GET, HEAD"));
  router
    .route(apiPaths.sale)
    .get(async (_request: Request, response: Response) => {
      const { isMinting, phase } = await chain.readSale();
      response.setHeader("Cache-Control", sharedCacheControl);
      response.isBrief = true;
      response.json({ isMinting, phase: phase.name, left: Number(phaseSupply({ phase }).left) });
    })
    .all(methodNotAllowed("GET, HEAD"));
  return router;
}
