// npm run trace: shows what a transaction did, or what a call would do.
import { loadEnvironment } from "#service/settings";
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { runTrace } from "./trace/runTrace.ts";

process.exitCode = await runTrace(process.argv.slice(2), loadEnvironment(), plainOutput(console));
