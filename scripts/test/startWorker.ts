import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResourceMessage, ResourceName, WorkerMessage } from "./messages.ts";
import { makeResource } from "./resources.ts";
import type { WorkerTask } from "./workerTask.ts";

/** Number of lines of output to show when a worker ends before its tests. */
const shownLines = 40;

/**
 * Starts a child process for a task. Without one, it loads what its kind of task needs and waits for `startWorker`.
 */
export function forkWorker(
  task: WorkerTask | Pick<WorkerTask, "kind">,
  environment: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const isVerbose = "isVerbose" in task && task.isVerbose === true;
  return fork(join(import.meta.dirname, "worker.ts"), [JSON.stringify(task)], {
    env: environment,
    stdio: [
      "ignore",
      ...(isVerbose ? (["inherit", "inherit"] as const) : (["pipe", "pipe"] as const)),
      "ipc",
    ],
  });
}

/**
 * Runs a task in a child process, whose output goes to a file, or to the terminal if verbose. Resolves when the process
 * has ended; an early end is reported as a failure.
 *
 * @param waiting a process that `forkWorker` started without files.
 */
export async function startWorker(
  task: WorkerTask,
  logFile: string,
  take: (message: WorkerMessage) => void,
  waiting?: ChildProcess,
): Promise<void> {
  const child = waiting ?? forkWorker(task);
  waiting?.send(task);
  const log = createWriteStream(logFile);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
  let isFinished = false;
  let file = task.files.join(" ");
  child.on("message", (message: WorkerMessage) => {
    if (message.type === "resourceWanted") return void supply(message.resource);
    if (message.type === "fileStarted") file = message.file;
    if (message.type === "finished") isFinished = true;
    take(message);
  });
  async function supply(resource: ResourceName): Promise<void> {
    const answer: ResourceMessage = await makeResource(resource).then(
      (value) => ({ type: "resourceReady", resource, value }),
      (error) => ({ type: "resourceReady", resource, error: String(error) }),
    );
    if (child.connected) child.send(answer);
  }
  const [status, signal] = await once(child, "close");
  log.end();
  await once(log, "close");
  if (isFinished) return;
  const output = await readFile(logFile, "utf8");
  const report = output.trimEnd().split("\n").slice(-shownLines).join("\n");
  const how = signal ? `was ended by ${signal}` : `ended with status ${status}`;
  take({ type: "failed", file, title: `The process that ran ${file} ${how}.`, report });
}
