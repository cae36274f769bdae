import { loadSettings } from "./env.ts";
import { createLogger } from "./logger.ts";
import { announceStart } from "./operations/startAnnouncement.ts";
import { type RunningServer, startServer } from "./server.ts";
import { describeStartupError, startupExitStatus } from "./startupError.ts";

/** Serves with the environment's settings until the process receives SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  try {
    const settings = loadSettings();
    const logger = createLogger(settings.logLevel);
    const server = await startServer(settings, logger);
    endOnSignal(server);
    void server.prepareReads();
    await announceStart(server, { settings, logger, say: console.log });
  } catch (error) {
    console.error(describeStartupError(error));
    process.exitCode = startupExitStatus(error);
  }
}

/** Shuts down gracefully on the first signal, and immediately on the second. */
function endOnSignal(server: RunningServer): void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const end = () => {
    for (const signal of signals) process.off(signal, end);
    // Aborted work, such as an RPC call, may still be pending; the process does not wait for it.
    void server.close().then(() => process.exit());
  };
  for (const signal of signals) process.on(signal, end);
}
