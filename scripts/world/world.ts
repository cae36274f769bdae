// npm run world: resets, saves and loads the world running in this working tree.
import { runWorld } from "./runWorld.ts";

process.exitCode = await runWorld(process.argv.slice(2), ".world", console);
