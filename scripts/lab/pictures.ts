// npm run pictures: takes screenshots of the running world.
import { runPictures } from "./pictures/runPictures.ts";

process.exitCode = await runPictures(process.argv.slice(2), console);
