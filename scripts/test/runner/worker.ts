// Child process of `npm test`: receives a task over IPC, runs it and reports.
import { once } from "node:events";
import { resolve } from "node:path";
import Mocha from "mocha";
import { register } from "tsx/esm/api";
import type { WorkerMessage, WorkerTask } from "./messages.ts";
import { reporterFor } from "./reporter.ts";
import { testTimeoutMilliseconds } from "./testTimeout.ts";

/** Time limit for open handles to close after the last test. */
const longestEndMilliseconds = 15_000;

// Ends with the parent process.
process.on("disconnect", () => process.exit(1));
const beat = setInterval(() => process.send?.({ type: "alive" } satisfies WorkerMessage), 10_000);
// Safety: the parent process sends nothing else first.
const [task] = (await once(process, "message")) as [WorkerTask];
process.exitCode = (await run(task)) === 0 ? 0 : 1;
process.removeAllListeners("disconnect");
clearInterval(beat);
setTimeout(rejectOpenHandles, longestEndMilliseconds).unref();
process.disconnect?.();

/** @returns the number of failed tests. */
async function run(task: WorkerTask): Promise<number> {
  process.env.NODE_ENV ??= "test";
  // Node strips types but does not support JSX.
  register();
  // After mocha is loaded.
  if (task.needsDom) await import("./registerDom.ts");
  const mocha = new Mocha({
    reporter: reporterFor(task),
    timeout: testTimeoutMilliseconds,
    dryRun: task.isDryRun ?? false,
    forbidOnly: true,
    ...(task.grep !== undefined && { grep: task.grep }),
  });
  for (const file of task.files) mocha.addFile(resolve(file));
  await mocha.loadFilesAsync();
  return new Promise((done) => mocha.run(done));
}

/** Fails because a test left handles open. They are written to the log: IPC is closed already. */
function rejectOpenHandles(): void {
  console.error("Still open after the last test:", process.getActiveResourcesInfo().join(", "));
  process.exit(1);
}
