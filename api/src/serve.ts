import { loadSettings } from "./env.ts";
import { createLogger } from "./logger.ts";
import { announceStart } from "./operations/startAnnouncement.ts";
import { type RunningServer, startServer } from "./server.ts";
import { describeStartupError, startupExitStatus } from "./startupError.ts";

/** Serves with the environment's settings until the process is asked to end, by SIGINT or SIGTERM. */
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
  const endOnce = () => {
    for (const signal of signals) process.off(signal, endOnce);
    void end(server);
  };
  for (const signal of signals) process.on(signal, endOnce);
}

async function end(server: RunningServer): Promise<void> {
  await server.close();
  // Aborted work, such as an RPC call, may still be pending; the process does not wait for it.
  process.exit();
}
