// Child process of `npm test`: loads the libraries of the tests, receives a task over IPC, runs it
// and reports.
import { once } from "node:events";
import type { WorkerMessage } from "./messages.ts";
import type { TaskKind, WorkerTask } from "./workerTask.ts";

/** Runs a task; returns whether every test passed. */
type Runner = (task: WorkerTask) => Promise<boolean>;

// Imported only when needed: Hardhat costs a second of CPU.
const runners: Record<TaskKind, () => Promise<Runner>> = {
  mocha: async () => (await import("./runHardhatTests.ts")).runMocha,
  solidity: async () => (await import("./runHardhatTests.ts")).runSolidity,
  components: async () => (await import("./runComponentTests.ts")).runComponentTests,
};

// Ends with the parent process.
process.on("disconnect", () => process.exit(1));
/** Time limit for open handles to close after the last test. */
const longestEndMilliseconds = 15_000;
const beat = setInterval(() => process.send?.({ type: "alive" } satisfies WorkerMessage), 10_000);
// Safety: the parent process passes the kind of its task.
const task = await nextTask(process.argv[2] as TaskKind);
// Without files Hardhat would run every test.
if (task.files.length === 0) throw new Error("The task names no test file.");
const run = await runners[task.kind]();
process.exitCode = (await run(task)) ? 0 : 1;
process.removeAllListeners("disconnect");
clearInterval(beat);
setTimeout(refuseToStay, longestEndMilliseconds).unref();
process.disconnect?.();

/** Fails because a test left handles open. They are written to the log: IPC is closed already. */
function refuseToStay(): void {
  console.error("Still open after the last test:", process.getActiveResourcesInfo().join(", "));
  process.exit(1);
}

async function nextTask(kind: TaskKind): Promise<WorkerTask> {
  const [[message]] = await Promise.all([once(process, "message"), loadLibraries(kind)]);
  // Safety: the parent process sends nothing else first.
  return message as WorkerTask;
}

/** Loads what most tests import, which takes longer than many tests. */
async function loadLibraries(kind: TaskKind): Promise<void> {
  await runners[kind]();
  if (kind !== "components") await (await import("./loadHardhat.ts")).loadHardhat();
}
