import { resolve } from "node:path";
// Mocha is loaded before the DOM.
import Mocha from "mocha";
import { register } from "tsx/esm/api";
import { reporterFor } from "./channelReporter.ts";
import { testTimeoutMilliseconds } from "./testTimeout.ts";
import type { WorkerTask } from "./workerTask.ts";

/** Runs tests that render components into a DOM, without Hardhat. */
export async function runComponentTests(task: WorkerTask): Promise<boolean> {
  process.env.NODE_ENV ??= "test";
  // Node strips types but does not support JSX.
  register();
  await import("./registerDom.ts");
  const mocha = new Mocha({
    reporter: reporterFor(task),
    timeout: testTimeoutMilliseconds,
    dryRun: task.isDryRun ?? false,
    forbidOnly: true,
    ...(task.grep !== undefined && { grep: task.grep }),
  });
  for (const file of task.files) mocha.addFile(resolve(file));
  await mocha.loadFilesAsync();
  return new Promise((done) => mocha.run((failures) => done(failures === 0)));
}
