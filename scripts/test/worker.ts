// Child process of `npm test`: runs the task of its first argument and reports over IPC.
import hre from "hardhat";
import { register } from "tsx/esm/api";
import { ChannelReporter, TreeReporter } from "./channelReporter.ts";
import { CpuMeter } from "./cpuTime.ts";
import type { FileCost, WorkerMessage } from "./messages.ts";
import { messagesOf } from "./reportSolidityRun.ts";
import type { WorkerTask } from "./workerTask.ts";

// Ends with the parent process.
process.on("disconnect", () => process.exit(1));
/** Time limit for open handles to close after the last test. */
const longestEndMilliseconds = 15_000;
const task: WorkerTask = JSON.parse(process.argv[2] ?? "");
// Without files Hardhat would run every test.
if (task.files.length === 0) throw new Error("The task names no test file.");
const options = {
  // The parent process has compiled the contracts; workers would write the same files.
  noCompile: true,
  testFiles: [...task.files],
  ...(task.grep !== undefined && { grep: task.grep }),
};
process.exitCode = (await (task.kind === "mocha" ? runMocha() : runSolidity())) ? 0 : 1;
process.removeAllListeners("disconnect");
setTimeout(refuseToStay, longestEndMilliseconds).unref();
process.disconnect?.();

/** Fails because a test left handles open. They are written to the log: IPC is closed already. */
function refuseToStay(): void {
  console.error("Still open after the last test:", process.getActiveResourcesInfo().join(", "));
  process.exit(1);
}

async function runMocha(): Promise<boolean> {
  // Node strips types but does not support JSX.
  register();
  Object.assign(hre.config.test.mocha, {
    reporter: task.isVerbose ? TreeReporter : ChannelReporter,
    dryRun: task.isDryRun ?? false,
    forbidOnly: true,
  });
  const { success } = await hre.tasks.getTask(["test", "mocha"]).run(options);
  return success;
}

async function runSolidity(): Promise<boolean> {
  const started = performance.now();
  const result = await hre.tasks.getTask(["test", "solidity"]).run(options);
  const messages = messagesOf(result);
  for (const message of messages) process.send?.(message);
  const cost: FileCost = {
    file: "Solidity tests",
    tests: messages.filter(({ type }) => type === "passed").length,
    wallSeconds: Math.round((performance.now() - started) / 10) / 100,
    cpuSeconds: new CpuMeter().read(),
    hooks: [],
  };
  process.send?.({ type: "fileEnded", cost } satisfies WorkerMessage);
  return result.success;
}
