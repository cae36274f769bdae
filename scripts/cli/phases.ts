// npm run phases: shows the collection's phases, and checks a draft of them before anything is sent.
import { loadSettings } from "#service/settings";
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { runPhases } from "./phases/runPhases.ts";

process.exitCode = await runPhases(process.argv.slice(2), loadSettings, plainOutput(console));
