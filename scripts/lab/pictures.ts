// npm run pictures: photographs the running world.
import { runPictures } from "./pictures/runPictures.ts";

process.exitCode = await runPictures(process.argv.slice(2), console);
