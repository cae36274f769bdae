// npm run stories: exports, imports, migrates and moderates stories.
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { runStories } from "./stories/runStories.ts";

const readSettings = async () => (await import("#service/settings")).loadSettings();
process.exitCode = await runStories(process.argv.slice(2), readSettings, console, endOnSignal);
