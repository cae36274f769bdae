import { setTimeout as delay } from "node:timers/promises";
import { apiPaths } from "#protocol/paths";
import { type ApiProcess, startApiProcess } from "../crash/apiProcess.ts";
import { readUnitEnvironment } from "./site.ts";

/** One process of the service, as its unit starts it. */
export interface ServiceProcess extends AsyncDisposable {
  port: number;
  /** Its log lines at level warn or above, across all restarts. */
  complaints: readonly string[];
  /** As `systemctl restart` does, then waits until it is ready; resolves with the seconds that took. */
  restart(): Promise<number>;
}

const longestStartMilliseconds = 30_000;

/** Starts a process on `port`; `environment` goes before what the unit says. Resolves when it is ready. */
export async function startService(
  port: number,
  environment: Record<string, string>,
  directory: string,
): Promise<ServiceProcess> {
  const unit = await readUnitEnvironment(port);
  const complaints: string[] = [];
  let current = await start();

  async function start(): Promise<ApiProcess> {
    const started = await startApiProcess({ ...unit, ...environment }, directory);
    await isReady(started.url);
    return started;
  }
  async function stop(): Promise<void> {
    await current.stop();
    complaints.push(...current.complaints);
  }
  return {
    port,
    complaints,
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
    if (patience.aborted) throw new Error(`The service does not become ready: ${report}`);
    await delay(50);
  }
}
