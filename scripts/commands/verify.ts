// npm run verify: verifies stories' signed revisions without trusting the service that supplies them.
import { readStorySettings } from "./stories/readStorySettings.ts";
import { runVerify } from "./stories/runVerify.ts";

process.exitCode = await runVerify(process.argv.slice(2), readStorySettings, console);
