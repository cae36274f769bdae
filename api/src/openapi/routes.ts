import type { Router } from "express";
import { apiPaths } from "#protocol/paths";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { createRouter, methodNotAllowed } from "../routing.ts";
import { createOpenapiDocument } from "./document.ts";

/** Routes the OpenAPI document, which is constant while the service runs. */
export function openapiRoutes(): Router {
  const body = Buffer.from(JSON.stringify(createOpenapiDocument()));
  const router = createRouter();
  router
    .route(apiPaths.description)
    .get((_request, response) => {
      response.setHeader("Cache-Control", sharedCacheControl);
      // Tools on other sites may load it.
      response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.type("application/json").send(body);
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
