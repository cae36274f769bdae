// npm run load: the service as in production, under load, while its processes are restarted.

import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { startPostgres } from "../shared/postgres/startPostgres.ts";
import { step } from "./bench/step.ts";
import { loadCommand } from "./load/loadCommand.ts";
import { startStack } from "./load/startStack.ts";

const tools = {
  startStack,
  startDatabase: startPostgres,
  environment: {},
  pauseMilliseconds: 0,
  step,
  signal: endOnSignal(),
};
process.exitCode = await loadCommand(process.argv.slice(2), tools, console);
