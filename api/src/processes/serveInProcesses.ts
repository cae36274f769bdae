import cluster from "node:cluster";
import { loadSettings, type Settings, SettingsError } from "../env.ts";
import { closeAtOnce, listen, urlOf } from "../listen.ts";
import { createLogger } from "../logger.ts";
import { createMetricsServer } from "../operations/metricsServer.ts";
import { describeStartupError, startupExitStatus } from "../startupError.ts";
import { createClusterMetrics } from "./clusterMetrics.ts";
import { type ProcessEnd, type ServingProcess, Supervisor } from "./supervisor.ts";
import { placeVariable, type ToWorker } from "./worker.ts";

/**
 * Serves with `count` processes on one port until this process receives SIGTERM or SIGINT; on SIGHUP, replaces them
 * one after the other by processes with the settings of that moment.
 */
export async function serveInProcesses(count: number): Promise<void> {
  try {
    const settings = readSettingsOnly();
    assertShareable(settings);
    // The arguments are this process's.
    cluster.setupPrimary({ args: [] });
    const logger = createLogger(settings.logLevel);
    const supervisor = new Supervisor({ count, start: startProcess, logger });
    const metricsServer = createMetricsServer(createClusterMetrics(supervisor), logger);
    if (settings.metricsPort !== undefined) {
      await listen(metricsServer, { host: settings.host, port: settings.metricsPort });
      console.log(`Its metrics are at ${urlOf(metricsServer)}/metrics`);
    }
    const ended = followSignals(supervisor);
    const failure = await supervisor.start();
    if (failure === undefined) {
      console.log(
        `${count} processes serve it. To replace them one by one: kill -HUP ${process.pid}`,
      );
      await ended;
    }
    await closeAtOnce(metricsServer);
    process.exitCode = failure?.status ?? (failure === undefined ? 0 : 1);
  } catch (error) {
    console.error(describeStartupError(error));
    process.exitCode = startupExitStatus(error);
  }
}

/** Reads the settings and leaves the environment as it was, for processes that read a changed `.env` later. */
function readSettingsOnly(): Settings {
  const given = new Set(Object.keys(process.env));
  try {
    return loadSettings();
  } finally {
    for (const name of Object.keys(process.env)) if (!given.has(name)) delete process.env[name];
  }
}

function assertShareable({ databaseUrl }: Settings): void {
  if (databaseUrl === undefined) {
    throw new SettingsError(
      "DATABASE_URL must be set for --processes: a folder of stories is for one process.",
    );
  }
}

function startProcess(place: number): ServingProcess {
  const worker = cluster.fork({ [placeVariable]: String(place) });
  const ended = new Promise<ProcessEnd>((resolve) =>
    worker.once("exit", (status: number | null, signal: string | null) =>
      resolve({ status, signal }),
    ),
  );
  const listening = new Promise<boolean>((resolve) =>
    worker.once("listening", () => resolve(true)),
  );
  return {
    pid: worker.process.pid,
    ready: Promise.race([listening, ended.then(() => false)]),
    ended,
    end(isReplaced) {
      const message: ToWorker = isReplaced ? "replaced" : "end";
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
    kill: () => worker.process.kill("SIGKILL"),
  };
}

/** Replaces the processes on SIGHUP. Resolves once all have ended after SIGINT or SIGTERM; a second one ends them at once. */
function followSignals(supervisor: Supervisor): Promise<void> {
  process.on("SIGHUP", () => void supervisor.replace());
  return new Promise((resolve) => {
    let isEnding = false;
    const end = () => {
      if (isEnding) supervisor.kill();
      else void supervisor.end().then(resolve);
      isEnding = true;
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  });
}
