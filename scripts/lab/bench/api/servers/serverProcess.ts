// A process that is one server, named by its argument: it starts with the first message, which is its input,
// answers each later one with what it has used, and ends with whoever started it.
import { loadServer, type ServerInputs } from "./loadServer.ts";
import { type Usage, usageOfThisProcess } from "./usage.ts";

/** Its messages to the parent process. */
export type Report = { url: string } | { usage: Usage };

const tell = (report: Report) => process.send?.(report);
// Safety: `startServerProcess` gives the name, and the input of the server with that name.
const name = process.argv[2] as keyof ServerInputs;
process.once("disconnect", () => process.exit());
process.once("message", async (input) => {
  const serve = await loadServer(name);
  const { url } = await serve(input as ServerInputs[typeof name] & never);
  tell({ url });
  process.on("message", () => tell({ usage: usageOfThisProcess() }));
});
