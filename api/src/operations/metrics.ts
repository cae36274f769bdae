import { createServer, type Server } from "node:http";
import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { BoundedQueue } from "../base/boundedQueue.ts";
import type { ChainMetrics } from "../chain/chain.ts";
import { RequestDurations } from "../http/requestDurations.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { Readiness } from "./readiness.ts";
import { type WatchedSale, watchSale } from "./saleMetrics.ts";

/** The service's metrics. */
export interface Metrics extends ChainMetrics {
  requests: RequestDurations;
  saves: Counter<"outcome">;
  authorizations: Counter<"outcome">;
  rateLimited: Counter<"by">;
  /** A plain counter, because every read increments it, and prom-client is slower. */
  cachedReads: { hits: number; misses: number };
  /** Collects these values at each scrape. */
  watch(watched: Watched): void;
  /** Reads the chain at each scrape. */
  watchSale(watched: WatchedSale): void;
  /** Returns all metrics in Prometheus text format. */
  render(): Promise<string>;
}

interface Watched {
  store: NarrativeStore;
  readiness: Readiness;
  saveQueue: Pick<BoundedQueue, "running" | "waiting">;
}

let processRegistry: Registry | undefined;

/** Returns the registry of process metrics, shared by all services in the process. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new RequestDurations();
  const cachedReads = { hits: 0, misses: 0 };
  new Counter({
    name: "site_cached_reads_total",
    help: "Reads, by cache hit or miss.",
    labelNames: ["cache"],
    registers,
    collect() {
      this.reset();
      this.inc({ cache: "hit" }, cachedReads.hits);
      this.inc({ cache: "miss" }, cachedReads.misses);
    },
  });
  return {
    requests,
    saves: new Counter({
      name: "site_saves_total",
      help: "Saves by outcome: accepted, or the error code.",
      labelNames: ["outcome"],
      registers,
    }),
    authorizations: new Counter({
      name: "site_authorizations_total",
      help: "Requests for mint authorizations by outcome: issued, or the error code.",
      labelNames: ["outcome"],
      registers,
    }),
    rateLimited: new Counter({
      name: "site_rate_limited_total",
      help: "Rate-limited requests by limit.",
      labelNames: ["by"],
      registers,
    }),
    chainReads: new Histogram({
      name: "site_chain_read_duration_seconds",
      help: "Chain request durations by outcome.",
      labelNames: ["read", "outcome"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    rpcRequests: new Counter({
      name: "site_rpc_requests_total",
      help: "JSON-RPC requests by endpoint (its position in RPC_URL, from 1), method and outcome: answered, rejected, behind or failed.",
      labelNames: ["endpoint", "method", "outcome"],
      registers,
    }),
    cachedReads,
    watch: (watched) => watch(registry, watched),
    watchSale: (watched) => watchSale(registry, watched),
    render: async () =>
      [requests.render(), await registry.metrics(), await processMetrics().metrics()].join("\n"),
  };
}

function watch(registry: Registry, { store, readiness, saveQueue }: Watched): void {
  new Gauge({
    name: "site_store_size",
    help: "Number of visible stories, of hidden stories, and of all accepted texts.",
    labelNames: ["of"],
    registers: [registry],
    async collect() {
      this.reset();
      // Absent while the store fails, which a separate metric shows.
      const known = await store.stories().catch(() => undefined);
      if (known === undefined) return;
      this.set({ of: "stories" }, known.count());
      this.set({ of: "hidden" }, known.countHidden());
      this.set({ of: "revisions" }, known.revisions());
    },
  });
  new Gauge({
    name: "site_save_queue",
    help: "Saves being verified and stored, and saves waiting in the queue.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "running" }, saveQueue.running);
      this.set({ state: "waiting" }, saveQueue.waiting);
    },
  });
  new Gauge({
    name: "site_part_ready",
    help: "State of each part that saves depend on: 1 if it works, otherwise 0.",
    labelNames: ["part"],
    registers: [registry],
    async collect() {
      const { parts } = await readiness.read();
      for (const [part, state] of Object.entries(parts)) this.set({ part }, state === "ok" ? 1 : 0);
    },
  });
}

/** Serves `/metrics` on a separate port, which need not be public. */
export function createMetricsServer(metrics: Pick<Metrics, "render">, logger: Logger): Server {
  return createServer({ headersTimeout: 10_000, requestTimeout: 15_000 }, (request, response) => {
    response.setHeader("Connection", "close");
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("GET /metrics\n");
      return;
    }
    metrics.render().then(
      (text) =>
        response.writeHead(200, { "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error) => {
        logger.error({ err: error }, "the metrics cannot be rendered");
        response.writeHead(500).end();
      },
    );
  });
}
