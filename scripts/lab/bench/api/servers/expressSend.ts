// A plain Express route that sends fixed bytes.

import { createServer } from "node:http";
import express from "express";
import { apiPaths, routePattern } from "#protocol/paths";
import { listen } from "../../../listen.ts";
import { type FixedAnswer, headersByName } from "./fixedAnswer.ts";
import type { Serve } from "./serving.ts";

export const serve: Serve<FixedAnswer> = async (answer) => {
  const headers = headersByName(answer);
  const body = Buffer.from(answer.body);
  const app = express();
  app.disable("x-powered-by");
  app.get(routePattern(apiPaths.narrative), (_request, response) => {
    response.set(headers).send(body);
  });
  return listen(createServer(app));
};
