import { requestResource } from "../../../test/resources.ts";
import { step } from "../step.ts";
import type { BenchTools } from "./bench.ts";
import { startDatabases } from "./databases.ts";
import { startBuiltService } from "./servers/builtService.ts";
import { startServerProcess } from "./servers/startServerProcess.ts";

/** The servers of the benches, each in a process of its own. */
export const benchTools: BenchTools = {
  startServer: startServerProcess,
  startService: startBuiltService,
  startDatabases,
  build: () => requestResource("production"),
  step,
};
