// npm run bench:scale: what the service takes with up to a million stories in PostgreSQL.
import { benchTools } from "../api/benchTools.ts";
import { runScale } from "./runScale.ts";

process.exitCode = await runScale(process.argv.slice(2), benchTools, console);
