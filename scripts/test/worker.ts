// Child process of `npm test` and `npm run watch`: runs the task of its first argument and reports over IPC. If that
// names no files, the task comes over IPC, and the process loads the libraries of the tests meanwhile.
import { once } from "node:events";
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
const given: WorkerTask | Pick<WorkerTask, "kind"> = JSON.parse(process.argv[2] ?? "");
const task = "files" in given ? given : await nextTask(given.kind);
// Without files Hardhat would run every test.
if (task.files.length === 0) throw new Error("The task names no test file.");
const run = await runners[task.kind]();
process.exitCode = (await run(task)) ? 0 : 1;
process.removeAllListeners("disconnect");
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
