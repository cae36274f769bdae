import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import type { Metrics } from "../operations/metrics.ts";
import type { Supervisor } from "./supervisor.ts";

/** The metrics of all processes together, and those of their supervisor. */
export function createClusterMetrics(
  supervisor: Pick<Supervisor, "running" | "starts">,
): Pick<Metrics, "render"> {
  const all = new AggregatorRegistry();
  const own = new Registry();
  new Gauge({
    name: "drifters_processes",
    help: "Processes that have not ended.",
    registers: [own],
    collect() {
      this.set(supervisor.running);
    },
  });
  new Counter({
    name: "drifters_process_starts_total",
    help: "Processes started again: ended, because one ended unexpectedly; replaced, by SIGHUP.",
    labelNames: ["reason"],
    registers: [own],
    collect() {
      this.reset();
      this.inc({ reason: "ended" }, supervisor.starts.ended);
      this.inc({ reason: "replaced" }, supervisor.starts.replaced);
    },
  });
  return { render: async () => `${await all.clusterMetrics()}\n${await own.metrics()}` };
}
