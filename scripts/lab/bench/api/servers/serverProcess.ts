// Child process with one server, named by its argument. Starts it with the first message, which is its input, responds
// to each later one with its resource usage, and ends with its parent.
import { loadServer, type ServerInputs } from "./loadServer.ts";
import { type Usage, usageOfThisProcess } from "./usage.ts";

/** Its messages to the parent process. */
export type Report = { url: string } | { usage: Usage };

const tell = (report: Report) => process.send?.(report);
// Safety: `startServerProcess` passes the name and the input of that server.
const name = process.argv[2] as keyof ServerInputs;
process.once("disconnect", () => process.exit());
process.once("message", async (input) => {
  const serve = await loadServer(name);
  const { url } = await serve(input as ServerInputs[typeof name] & never);
  tell({ url });
  process.on("message", () => tell({ usage: usageOfThisProcess() }));
});
