// npm run bench:api: how fast the service reads and saves, compared with the minimum of each.
import { benchTools } from "./benchTools.ts";
import { runBench } from "./runBench.ts";

process.exitCode = await runBench(process.argv.slice(2), benchTools, console);
