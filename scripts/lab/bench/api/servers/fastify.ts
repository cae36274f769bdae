// A plain fastify route that sends fixed bytes.

import fastify from "fastify";
import { apiPaths, routePattern } from "#protocol/paths";
import { type FixedAnswer, headersByName } from "./fixedAnswer.ts";
import type { Serve } from "./serving.ts";

export const serve: Serve<FixedAnswer> = async (answer) => {
  const headers = headersByName(answer);
  const body = Buffer.from(answer.body);
  const app = fastify();
  app.get(routePattern(apiPaths.narrative), (_request, reply) => reply.headers(headers).send(body));
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
};
