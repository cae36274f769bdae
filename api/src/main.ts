// npm run serve: the service for one chain and one contract, as the environment says.
import { DatabaseError } from "./database/database.ts";
import { loadSettings, SettingsError } from "./env.ts";
import { createLogger } from "./logger.ts";
import { FolderLockError } from "./narratives/folderLock.ts";
import { warnAboutSettings } from "./operations/startWarnings.ts";
import { type RunningServer, startServer } from "./server.ts";
import { StoreFolderError } from "./storeFolder.ts";

const help = `Usage: npm run serve

Serves the web app, portraits, stories and the API for one chain and one contract. There are no options:
variables of the environment, or a file .env, say everything. .env.example has them all.`;

/** EX_CONFIG of sysexits.h: to start again would not help. */
const cannotBeConfigured = 78;

const [option] = process.argv.slice(2);
if (option === undefined) await serve();
else if (option === "--help") console.log(help);
else {
  console.error(`There is no option ${option}.\n\n${help}`);
  process.exitCode = 2;
}

async function serve(): Promise<void> {
  try {
    const settings = loadSettings();
    const logger = createLogger(settings.logLevel);
    const server = await startServer(settings, logger);
    endOnSignal(server);
    console.log(`Fringe Drifters is served at ${server.url}`);
    if (server.metricsUrl !== undefined) console.log(`Its metrics are at ${server.metricsUrl}`);
    await warnAboutSettings(settings, logger);
    await server.compareMint();
  } catch (error) {
    console.error(explain(error));
    const isSetting = error instanceof SettingsError || error instanceof StoreFolderError;
    process.exitCode = isSetting ? cannotBeConfigured : 1;
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

/** What a person can mend is told in plain words; anything else is a fault, told whole. */
function explain(error: unknown): unknown {
  if (error instanceof SettingsError) return `The settings cannot be used:\n${error.message}`;
  const plain = [FolderLockError, StoreFolderError, DatabaseError];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return error.message;
  if (codeOf(error) === "EADDRINUSE")
    return `${messageOf(error)}. Another process of the service? Set PORT or METRICS_PORT, whichever it is, to another port.`;
  if (codeOf(error) !== undefined) return `The service cannot start: ${messageOf(error)}`;
  return error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
