// npm run world: resets, saves and loads the world running in this working tree, and controls its chain.
import { worldDirectory } from "../shared/worldControl.ts";
import { runWorld } from "./command/runWorld.ts";

process.exitCode = await runWorld(process.argv.slice(2), worldDirectory, console);
