// npm run world: resets, saves and loads the world running in this working tree, and controls its chain.
import { runWorld } from "./command/runWorld.ts";

process.exitCode = await runWorld(process.argv.slice(2), ".world", console);
