// Child process of `npm test`: runs the task of its first argument and reports over IPC.
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
const task: WorkerTask = JSON.parse(process.argv[2] ?? "");
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
