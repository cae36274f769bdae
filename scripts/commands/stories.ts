// npm run stories: exports, imports, migrates and moderates stories.
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { readStorySettings } from "./stories/readStorySettings.ts";
import { runStories } from "./stories/runStories.ts";

process.exitCode = await runStories(process.argv.slice(2), readStorySettings, console, endOnSignal);
