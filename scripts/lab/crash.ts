// npm run crash: kills the real service under load and proves that it kept every promise.
import { runCrash } from "./crash/runCrash.ts";

process.exitCode = await runCrash(process.argv.slice(2), console);
