// npm run phases: shows the collection's phases and simulates a draft of them.
import { loadEnvironment } from "#service/settings";
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { runPhases } from "./phases/runPhases.ts";

process.exitCode = await runPhases(process.argv.slice(2), loadEnvironment(), plainOutput(console));
