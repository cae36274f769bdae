import type { Router } from "express";
import { apiPaths } from "#protocol/wire/paths";
import { createRouter, methodNotAllowed } from "../http/routing.ts";
import type { Readiness } from "./readiness.ts";

/** Routes `/healthz` (liveness) and `/readyz` (readiness for saves). */
export function operationRoutes(readiness: Readiness): Router {
  const router = createRouter();

  router
    .route(apiPaths.health)
    .get((_request, response) => {
      response.setHeader("Cache-Control", "no-store");
      response.json({ status: "ok" });
    })
    .all(methodNotAllowed("GET", "HEAD"));

  router
    .route(apiPaths.readiness)
    .get(async (_request, response) => {
      const report = await readiness.read();
      response.setHeader("Cache-Control", "no-store");
      response.status(report.status === "ready" ? 200 : 503).json(report);
    })
    .all(methodNotAllowed("GET", "HEAD"));

  return router;
}
