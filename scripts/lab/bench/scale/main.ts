// npm run bench:scale: what the service takes with up to a million stories in PostgreSQL.
import { startDatabases } from "../api/databases.ts";
import { startServerProcess } from "../api/servers/startServerProcess.ts";
import { step } from "../step.ts";
import { runScale } from "./runScale.ts";
import { startBuiltService } from "./scaleService.ts";

const tools = {
  startServer: startServerProcess,
  startDatabases,
  startService: startBuiltService,
  step,
};
process.exitCode = await runScale(process.argv.slice(2), tools, console);
