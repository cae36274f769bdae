// A plain Express route that responds with an object, as most do.

import { createServer } from "node:http";
import express from "express";
import { apiPaths, routePattern } from "#protocol/paths";
import { listen } from "../../../listen.ts";
import { type FixedAnswer, headersByName } from "./fixedAnswer.ts";
import type { Serve } from "./serving.ts";

export const serve: Serve<FixedAnswer> = async (answer) => {
  const headers = headersByName(answer);
  const story: unknown = JSON.parse(Buffer.from(answer.body).toString());
  const app = express();
  app.disable("x-powered-by");
  app.get(routePattern(apiPaths.narrative), (_request, response) => {
    response.set(headers).json(story);
  });
  return listen(createServer(app));
};
