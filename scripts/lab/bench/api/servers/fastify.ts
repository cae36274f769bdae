// A plain fastify route that sends fixed bytes.

import { apiPaths, routePattern } from "#protocol/paths";
import { importFetched } from "../../../../shared/fetchPackages.ts";
import { type FixedAnswer, headersByName } from "./fixedAnswer.ts";
import type { Serve } from "./serving.ts";

/** What is used of fastify. */
interface App {
  get(path: string, handle: (request: unknown, reply: Reply) => unknown): void;
  listen(at: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
}

interface Reply {
  headers(headers: object): Reply;
  send(body: Buffer): Reply;
}

export const serve: Serve<FixedAnswer> = async (answer) => {
  const headers = headersByName(answer);
  const body = Buffer.from(answer.body);
  // Safety: the module of its version in the lock file.
  const { default: fastify } = (await importFetched("fastify", "fastify/fastify.js")) as {
    default: () => App;
  };
  const app = fastify();
  app.get(routePattern(apiPaths.narrative), (_request, reply) => reply.headers(headers).send(body));
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
};
