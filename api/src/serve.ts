import type { Logger } from "pino";
import { DatabaseError } from "./database/database.ts";
import { loadSettings, type Settings, SettingsError } from "./env.ts";
import { createLogger } from "./logger.ts";
import { FolderLockError } from "./narratives/folderLock.ts";
import { warnAboutSettings } from "./operations/startWarnings.ts";
import { type RunningServer, startServer } from "./server.ts";
import { StoreFolderError } from "./storeFolder.ts";

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

/** EX_CONFIG of sysexits.h: a restart would not help. */
const cannotBeConfigured = 78;

/** Returns the exit status for an error at start. */
export function startupExitStatus(error: unknown): number {
  const isSetting = error instanceof SettingsError || error instanceof StoreFolderError;
  return isSetting ? cannotBeConfigured : 1;
}

/** Explains an error that the operator can fix; any other error is returned with its stack. */
export function describeStartupError(error: unknown): unknown {
  if (error instanceof SettingsError) return `The settings cannot be used:\n${error.message}`;
  const plain = [FolderLockError, StoreFolderError, DatabaseError];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return error.message;
  if (codeOf(error) === "EADDRINUSE")
    return `${messageOf(error)}. Another process may use the port: set PORT or METRICS_PORT to another one.`;
  if (codeOf(error) !== undefined) return `The service cannot start: ${messageOf(error)}`;
  return error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Audience {
  settings: Settings;
  logger: Logger;
  /** Writes a line to standard output. */
  say(line: string): void;
}

/** Prints the URL of a started service, then logs warnings about its configuration. */
export async function announceStart(
  server: Pick<RunningServer, "url" | "metricsUrl" | "compareMint">,
  { settings, logger, say }: Audience,
): Promise<void> {
  say(`Fringe Drifters is served at ${server.url}`);
  if (server.metricsUrl !== undefined) say(`Its metrics are at ${server.metricsUrl}`);
  await warnAboutSettings(settings, logger);
  await server.compareMint();
}
