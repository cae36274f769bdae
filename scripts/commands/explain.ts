// npm run explain: explains the contract's errors and how to fix them.
import { runExplain } from "./explain/runExplain.ts";

process.exitCode = await runExplain(process.argv.slice(2), console);
