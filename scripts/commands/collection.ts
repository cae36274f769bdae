// npm run collection: replaces this collection with a new one, and checks it.
import { runCollection } from "./ownCollection/runCollection.ts";

process.exitCode = await runCollection(process.argv.slice(2), console);
