// npm run status: shows the collection and its service on one screen.
import { loadEnvironment } from "#service/settings";
import { runStatus } from "./status/runStatus.ts";

process.exitCode = await runStatus(process.argv.slice(2), loadEnvironment(), console);
