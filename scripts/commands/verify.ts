// npm run verify: verifies stories' signed revisions without trusting the service that supplies them.
import { runVerify } from "./stories/runVerify.ts";

const readSettings = async () => (await import("#service/settings")).loadSettings();
process.exitCode = await runVerify(process.argv.slice(2), readSettings, console);
