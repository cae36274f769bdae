// npm run stories: exports, imports, migrates and moderates stories.
import { loadSettings } from "#service/settings";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { runStories } from "./stories/runStories.ts";

process.exitCode = await runStories(process.argv.slice(2), loadSettings, console, endOnSignal);
