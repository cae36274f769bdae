// npm run rehearse: plays the sale in collection/sale.json with a crowd, and reports what happened.
import { loadEnvironment } from "#service/settings";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { showStep } from "../shared/commandLine/step.ts";
import { runRehearse } from "./rehearsal/runRehearse.ts";

process.exitCode = await runRehearse(
  process.argv.slice(2),
  loadEnvironment(),
  plainOutput(console),
  { step: showStep, signal: endOnSignal() },
);
