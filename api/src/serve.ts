import { loadSettings } from "./env.ts";
import { createLogger } from "./logger.ts";
import { announceStart } from "./operations/startAnnouncement.ts";
import { endOnRequest, isFirst, isWorker } from "./processes/worker.ts";
import { type RunningServer, startServer } from "./server.ts";
import { describeStartupError, startupExitStatus } from "./startupError.ts";

/** Serves with the environment's settings until the process is asked to end, by SIGINT or SIGTERM. */
export async function serve(): Promise<void> {
  try {
    const settings = loadSettings();
    const logger = createLogger(settings.logLevel);
    // The first of several processes serves the metrics of all.
    const server = await startServer(
      isWorker ? { ...settings, metricsPort: undefined } : settings,
      logger,
    );
    if (isWorker) endOnRequest((isReplaced) => void end(server, isReplaced));
    else endOnSignal(server);
    void server.prepareReads();
    if (isFirst()) await announceStart(server, { settings, logger, say: console.log });
  } catch (error) {
    console.error(describeStartupError(error));
    process.exitCode = startupExitStatus(error);
    // The channel to the first process would keep this one alive.
    if (isWorker) process.exit();
  }
}

/** Shuts down gracefully on the first signal, and immediately on the second. */
function endOnSignal(server: RunningServer): void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const endOnce = () => {
    for (const signal of signals) process.off(signal, endOnce);
    void end(server);
  };
  for (const signal of signals) process.on(signal, endOnce);
}

async function end(server: RunningServer, isReplaced = false): Promise<void> {
  await server.close(isReplaced);
  // Aborted work, such as an RPC call, may still be pending; the process does not wait for it.
  process.exit();
}
