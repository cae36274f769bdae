import { setTimeout as delay } from "node:timers/promises";
import { apiPaths } from "#protocol/paths";
import { freePort } from "../../shared/freePort.ts";
import { type ApiProcess, builtService, startApiProcess } from "../crash/apiProcess.ts";
import { readUnitEnvironment } from "./site.ts";

/** A process of the service, started as by its systemd unit. */
export interface ServiceProcess extends AsyncDisposable {
  port: number;
  /** Its process ID at the moment. */
  pid(): number;
  /** How many requests for pages of drifters it has answered since its last start. */
  countPageRequests(): Promise<number>;
  /** Its log lines at level warn or above, across all restarts. */
  warnings: readonly string[];
  /** Restarts it as `systemctl restart` does; resolves with the seconds until it was ready. */
  restart(): Promise<number>;
}

const longestStartMilliseconds = 30_000;

/** Starts a process on `port`; `environment` overrides the unit's. Resolves when it is ready. */
export async function startService(
  port: number,
  environment: Record<string, string>,
  directory: string,
): Promise<ServiceProcess> {
  const unit = await readUnitEnvironment(port);
  const metricsPort = await freePort();
  const warnings: string[] = [];
  let current = await start();

  async function start(): Promise<ApiProcess> {
    const started = await startApiProcess(
      { ...unit, ...environment, METRICS_PORT: String(metricsPort) },
      directory,
      builtService,
    );
    await isReady(started.url);
    return started;
  }
  async function stop(): Promise<void> {
    await current.stop();
    warnings.push(...current.warnings);
  }
  return {
    port,
    pid: () => current.pid,
    warnings,
    async countPageRequests() {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const counts = metrics.matchAll(
        /^http_request_duration_seconds_count\{[^}]*route="\/drifter\/:drifterId"[^}]*\} (\d+)$/gm,
      );
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    },
    async restart() {
      const begun = performance.now();
      await stop();
      current = await start();
      return (performance.now() - begun) / 1000;
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function isReady(url: string): Promise<void> {
  const patience = AbortSignal.timeout(longestStartMilliseconds);
  for (;;) {
    const answer = await fetch(`${url}${apiPaths.readiness}`);
    const report = await answer.text();
    if (answer.ok) return;
    if (patience.aborted) throw new Error(`The service did not become ready: ${report}`);
    await delay(50);
  }
}
