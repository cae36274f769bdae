// Child process of npm run bench:api with one server: `node apiServers.ts NAME`. Starts it with the first message,
// reports its URL, then its CPU time in microseconds for each later message. Exits when the parent exits.
import { createServer } from "node:http";
import express from "express";
import fastify from "fastify";
import { startServer } from "#service/server";
import { readSettings } from "#service/settings";
import { startFakeNode } from "../service/fakeNode.ts";
import { listen } from "../service/listen.ts";

/** A response that the reference servers send unchanged. */
export interface FixedResponse {
  path: string;
  status: number;
  headers: Record<string, string>;
  /** The body in Base64. */
  body: string;
}

const servers = {
  /** Our server, started as by `npm run serve`. */
  ours: (settings: Record<string, string>) => startServer({ ...readSettings(settings), port: 0 }),
  chain: (owner: `0x${string}`) => startFakeNode(() => owner),
  async bare({ status, headers, body }: FixedResponse) {
    const bytes = Buffer.from(body, "base64");
    return listen(
      createServer((_request, response) => void response.writeHead(status, headers).end(bytes)),
    );
  },
  async express({ path, status, headers, body }: FixedResponse) {
    const bytes = Buffer.from(body, "base64");
    const app = express().disable("x-powered-by");
    app.get(path, (_request, response) => void response.status(status).set(headers).end(bytes));
    return listen(createServer(app));
  },
  async fastify({ path, status, headers, body }: FixedResponse) {
    const bytes = Buffer.from(body, "base64");
    const app = fastify();
    app.get(path, (_request, reply) => reply.code(status).headers(headers).send(bytes));
    return { url: await app.listen({ port: 0, host: "127.0.0.1" }) };
  },
};

export type ServerName = keyof typeof servers;
export type ServerInput<Name extends ServerName> = Parameters<(typeof servers)[Name]>[0];

process.once("disconnect", () => process.exit());
process.once("message", async (input) => {
  // Safety: the parent sends the input for the named server.
  const start = servers[process.argv[2] as ServerName] as (
    given: unknown,
  ) => Promise<{ url: string }>;
  const { url } = await start(input);
  process.send?.(url);
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
});
