import { createServer, type Server } from "node:http";
import type { Logger } from "pino";
import { type Metrics, metricsContentType } from "./metrics.ts";

/** Serves `/metrics` on a port of its own, which need not be public. */
export function createMetricsServer(metrics: Pick<Metrics, "render">, logger: Logger): Server {
  return createServer({ headersTimeout: 10_000, requestTimeout: 15_000 }, (request, response) => {
    response.setHeader("Connection", "close");
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("GET /metrics\n");
      return;
    }
    metrics.render().then(
      (text) => response.writeHead(200, { "Content-Type": metricsContentType }).end(text),
      (error) => {
        logger.error({ err: error }, "the metrics cannot be rendered");
        response.writeHead(500).end();
      },
    );
  });
}
