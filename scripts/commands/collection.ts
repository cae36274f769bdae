// npm run collection: makes another collection of this one, and checks it.
import { runCollection } from "./ownCollection/runCollection.ts";

process.exitCode = await runCollection(process.argv.slice(2), console);
