import { loadSettings } from "./env.ts";
import { createLogger } from "./logger.ts";
import { announceStart } from "./operations/startAnnouncement.ts";
import { type RunningServer, startServer } from "./server.ts";
import { explainStartFault, statusOfStartFault } from "./startFault.ts";

/** Serves as the environment says until the process is told to end. */
export async function serve(): Promise<void> {
  try {
    const settings = loadSettings();
    const logger = createLogger(settings.logLevel);
    const server = await startServer(settings, logger);
    endOnSignal(server);
    await announceStart(server, { settings, logger, say: console.log });
  } catch (error) {
    console.error(explainStartFault(error));
    process.exitCode = statusOfStartFault(error);
  }
}

/** The first signal ends the service once its saves are done, a second one at once. */
function endOnSignal(server: RunningServer): void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const end = () => {
    for (const signal of signals) process.off(signal, end);
    // What was cut off, such as a question to the chain, may still be waiting: nothing waits for it.
    void server.close().then(() => process.exit());
  };
  for (const signal of signals) process.on(signal, end);
}
