import type { ErrorRequestHandler, Request, Response, Router } from "express";
import type { Counter } from "prom-client";
import { formatMoment } from "#protocol/values/moment";
import { apiPaths, routePattern } from "#protocol/wire/paths";
import type { PlannedPhase, SaleReport } from "#protocol/wire/responses";
import { phaseSupply } from "#sale/mintRules";
import { findTime } from "#sale/phaseTimes";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { toApiError } from "../http/problem.ts";
import { createClientLimit } from "../http/rateLimit.ts";
import { readBodyBytes } from "../http/readBody.ts";
import { createRouter, methodNotAllowed } from "../http/routing.ts";
import type { SalePhase } from "../settings/saleFile.ts";
import type { Settings } from "../settings/settings.ts";
import type { Authorizations } from "./authorizations.ts";
import {
  issueAuthorization,
  type OnSignerKnown,
  readAllowance,
  readMinter,
} from "./issueAuthorization.ts";
import type { NumberGuard } from "./numberGuard.ts";
import type { createSaleHistory } from "./saleHistory.ts";
import type { WatchedPlan } from "./watchedPlan.ts";

interface MintDependencies {
  chain: Chain;
  /** Absent without a signing key. */
  authorizations: Authorizations | undefined;
  /** Present if `authorizations` is. */
  numbers: NumberGuard | undefined;
  /** Present if `authorizations` is. */
  plan: WatchedPlan | undefined;
  settings: Settings;
  metrics: { authorizations: Counter<"outcome">; rateLimited: Counter<"by"> };
  onSignerKnown: OnSignerKnown;
  saleHistory: Pick<ReturnType<typeof createSaleHistory>, "report">;
}

/** Maximum body size, enough for an address and a number. */
const maxBodyBytes = 1_024;

/**
 * Routes `/api/mint/authorization` (signs a mint's arguments), `/api/mint/allowance/{minter}` (a wallet's remaining
 * allowance), `/api/mint/sale` (the remaining supply and the plan) and `/api/mint/history` (the sale's history).
 */
export function mintRoutes(dependencies: MintDependencies): Router {
  const {
    chain,
    authorizations: store,
    numbers,
    plan,
    settings,
    metrics,
    onSignerKnown,
    saleHistory,
  } = dependencies;
  /** The signer and the plan that is in force now. */
  const readMint = () => settings.mint && plan && { ...settings.mint, plan: plan.current };
  const limitOn = (what: string) =>
    createClientLimit({
      perMinute: settings.authorizationsPerMinute,
      detail: `Too many requests for ${what} from your network. Retry-After says when to try again.`,
      onRejected: () => metrics.rateLimited.inc({ by: "address" }),
    });
  const limit = limitOn("authorizations");
  const limitAllowances = limitOn("allowances");
  const countProblem: ErrorRequestHandler = (error, _request, _response, next) => {
    metrics.authorizations.inc({ outcome: toApiError(error).code });
    next(error);
  };

  const router = createRouter();
  router
    .route(apiPaths.mintAuthorization)
    .post(async (request: Request, response: Response) => {
      const mint = readMint();
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
      const mint = readMint();
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
      const { isMinting, phase, timestamp } = await chain.readSale();
      response.setHeader("Cache-Control", sharedCacheControl);
      response.isBrief = true;
      const left = Number(phaseSupply({ phase }).left);
      const phases = [...(plan?.current.values() ?? [])].map(toPlannedPhase);
      const active = plan?.current.get(phase.name);
      // A phase that is not in the plan is closed; without a plan, a different signer may issue authorizations.
      const isOnSale = active ? findTime(active, timestamp) === "open" : plan === undefined;
      const isOpen = isMinting && isOnSale;
      const time = formatMoment(timestamp);
      const report = { isMinting, isOpen, phase: phase.name, left, time, phases };
      response.json(report satisfies SaleReport);
    })
    .all(methodNotAllowed("GET, HEAD"));
  router
    .route(apiPaths.saleHistory)
    .get(async (_request: Request, response: Response) => {
      const report = await saleHistory.report();
      response.setHeader("Cache-Control", sharedCacheControl);
      response.isBrief = true;
      response.json(report);
    })
    .all(methodNotAllowed("GET, HEAD"));
  return router;
}

function toPlannedPhase(phase: SalePhase): PlannedPhase {
  const { name, startingPoint, endPoint, price, maxPerMint, opensAt, closesAt, minters } = phase;
  return {
    name,
    startingPoint: Number(startingPoint),
    endPoint: Number(endPoint),
    price: String(price),
    maxPerMint: Number(maxPerMint),
    ...(opensAt !== undefined && { opensAt: formatMoment(opensAt) }),
    ...(closesAt !== undefined && { closesAt: formatMoment(closesAt) }),
    ...(minters.kind === "everybody" && { perWallet: minters.perWallet }),
  };
}
