// npm run console: asks the collection's contract questions, one after the other.
import { loadEnvironment } from "#service/settings";
import { runConsole } from "./console/runConsole.ts";

process.exitCode = await runConsole(process.argv.slice(2), loadEnvironment(), {
  input: process.stdin,
  output: process.stdout,
});
