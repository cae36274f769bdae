// npm run crash: kills the real service under load and verifies durability.
import { runCrash } from "./crash/runCrash.ts";

process.exitCode = await runCrash(process.argv.slice(2), console);
