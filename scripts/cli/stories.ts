// npm run stories: takes stories out of a store, brings them into another, moves them to PostgreSQL.
import { loadSettings } from "#service/settings";
import { runStories } from "./stories/runStories.ts";

process.exitCode = await runStories(process.argv.slice(2), loadSettings, console);
