// npm run verify: checks stories' receipts without trusting whoever hands them out.
import { loadSettings } from "#service/settings";
import { runVerify } from "./stories/runVerify.ts";

process.exitCode = await runVerify(process.argv.slice(2), loadSettings, console);
