// npm run watch: runs the tests that a saved file affects.
import { endOnSignal } from "./shared/commandLine/endOnSignal.ts";
import { runWatch } from "./watch/runWatch.ts";

process.exitCode = await runWatch(process.argv.slice(2), console, endOnSignal());
