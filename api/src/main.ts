import { productName } from "#protocol/wire/pages";

// npm run serve: runs the service for the configured chain and contract.

const help = `Usage: npm run serve [-- OPTION]

Serves the web app, portraits, stories and the API for one chain and one contract. Environment variables, or a
file .env, configure it.

  --example  print every variable with its default and description, as in .env.example
  --help     show this text`;

const requiredNode = 24;
// The modules imported below require this Node version.
if (Number.parseInt(process.versions.node, 10) < requiredNode) {
  console.error(
    `The service requires Node ${requiredNode} or newer, but this is Node ${process.versions.node}: use a newer version.`,
  );
  process.exit(1);
}

const [option] = process.argv.slice(2);
if (option === undefined) {
  await serve();
} else if (option === "--help" || option === "-h") console.log(help);
else if (option === "--example") {
  const { environmentExample } = await import("./settings/example.ts");
  process.stdout.write(environmentExample());
} else {
  const { didYouMean } = await import("#protocol/values/closestName");
  const hint = didYouMean(option, ["--example", "--help"]);
  console.error(`Unknown option: ${option}.${hint}\n\n${help}`);
  process.exitCode = 2;
}

/** Serves with the environment's settings until the process receives SIGINT or SIGTERM. */
async function serve(): Promise<void> {
  // Imported here, because the options above do not need the server.
  const { describeStartupError, startupExitStatus } = await import("./operations/startErrors.ts");
  try {
    const { loadSettings } = await import("./settings/settings.ts");
    const { createLogger } = await import("./operations/logger.ts");
    const { startServer } = await import("./server.ts");
    const settings = loadSettings();
    const server = await startServer(settings, createLogger(settings.logLevel));
    endOnSignal(() => server.close());
    void server.prepareReads();
    console.log(`${productName} is served at ${server.url}`);
    if (server.metricsUrl !== undefined) console.log(`Metrics are served at ${server.metricsUrl}`);
    await server.warn();
  } catch (error) {
    console.error(describeStartupError(error));
    process.exitCode = startupExitStatus(error);
  }
}

/** Shuts down gracefully on the first signal, and immediately on the second. */
function endOnSignal(close: () => Promise<void>): void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const endOnce = async () => {
    for (const signal of signals) process.off(signal, endOnce);
    await close();
    // Aborted work, such as an RPC call, may still be pending; the process does not wait for it.
    process.exit();
  };
  for (const signal of signals) process.on(signal, endOnce);
}
