// npm run explain: what an error of the collection means, and what to do about it.
import { runExplain } from "./explain/runExplain.ts";

process.exitCode = await runExplain(process.argv.slice(2), console);
