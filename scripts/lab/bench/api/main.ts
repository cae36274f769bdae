// npm run bench:api: how fast the service reads and saves, compared with the minimum of each.
import { requestResource } from "../../../test/resources.ts";
import { step } from "../step.ts";
import { startDatabases } from "./databases.ts";
import { runBench } from "./runBench.ts";
import { startServerProcess } from "./servers/startServerProcess.ts";

const tools = {
  startServer: startServerProcess,
  startDatabases,
  buildPage: () => requestResource("page"),
  step,
};
process.exitCode = await runBench(process.argv.slice(2), tools, console);
