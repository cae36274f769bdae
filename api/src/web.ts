import { readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { type RequestHandler, type Router } from "express";
import { runtimeConfigElement, runtimeConfigMarker } from "#protocol/runtimeConfig";
import type { Chain } from "./chain.ts";
import type { Settings } from "./env.ts";
import { ApiError } from "./problem.ts";
import { createRouter, otherMethods, refuseUnknownPath } from "./routing.ts";
import { runtimeConfig } from "./runtimeConfig.ts";

interface WebDependencies {
  settings: Settings;
  chain: Chain;
}

/** The production build: its files, and its one page for every path that the browser routes itself. */
export function webRoutes({ settings, chain }: WebDependencies): Router {
  const { webDir } = settings;
  const router = createRouter();
  const page = createPage(settings, chain);
  const files = { index: false, redirect: false, acceptRanges: false } as const;

  router.use(refuseOddPath);
  // File names under assets/ carry a hash of their content.
  const hashed = express.static(join(webDir, "assets"), {
    ...files,
    immutable: true,
    maxAge: "1y",
  });
  router.use("/assets", hashed, refuseUnknownPath);
  // As a file it would still have the marker in it.
  router.use((request, response, next) =>
    decodeURIComponent(request.path) === "/index.html" ? page(request, response, next) : next(),
  );
  router.use(express.static(webDir, files));
  router.use(page);
  return router;
}

/** Refuses what no link of the page's leads to: `..`, `//`, hidden files, and slashes in disguise. */
const refuseOddPath: RequestHandler = (request, _response, next) => {
  const encoded = request.path.split("/").slice(1);
  const segments = encoded.map(decodeURIComponent);
  const isOdd = segments.some(
    (segment, index) =>
      /^\.|[/\\;\0]/.test(segment) || (segment === "" && index < segments.length - 1),
  );
  if (isOdd) throw new ApiError("route.not_found");
  next();
};

function createPage(settings: Settings, chain: Chain): RequestHandler {
  const refuseOtherMethods = otherMethods("GET", "HEAD");
  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuseOtherMethods(request, response, next);
    }
    response.vary("Accept");
    if (!request.accepts("html")) throw new ApiError("route.not_found");
    response.setHeader("Cache-Control", "no-cache");
    const template = await readTemplate(settings.webDir);
    if (template === undefined) {
      response.status(503).type("text/plain");
      response.send("The web app has not been built yet: run `npm run build`.\n");
      return;
    }
    const element = runtimeConfigElement(await runtimeConfig(settings, chain));
    response.type("text/html").send(template.replace(runtimeConfigMarker, () => element));
  };
}

/** Read each time, so that a new build is served without a restart. */
async function readTemplate(webDir: string): Promise<string | undefined> {
  let template: string;
  try {
    template = await readFile(join(webDir, "index.html"), "utf8");
  } catch {
    return undefined;
  }
  if (template.includes(runtimeConfigMarker)) return template;
  throw new Error(`${webDir}/index.html has no ${runtimeConfigMarker} for the configuration.`);
}
