// npm run build: builds the web app and the service for production.
import { runCommand } from "../shared/commandLine/runCommand.ts";

const help = `Usage: npm run build

Builds the web app and the service for production into dist/, which runs where only Node is installed.

  --help    show this text`;

process.exitCode = await runCommand(
  { help, options: {}, read: () => undefined, run: buildAll },
  process.argv.slice(2),
  console,
);

async function buildAll(): Promise<undefined> {
  // Imported on demand, because the help does not need it.
  const { build } = await import("vite");
  await build({ root: "web" });
  await build({ root: "web", configFile: "web/vite.renderer.config.ts" });
  await build({ root: "api" });
}
