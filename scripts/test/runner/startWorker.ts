import { fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResourceMessage, ResourceName, WorkerMessage, WorkerTask } from "./messages.ts";
import { makeResource } from "./resources.ts";
import { testTimeoutMilliseconds } from "./testTimeout.ts";

/** Number of lines of output to show when a worker ends before its tests. */
const shownLines = 40;

/**
 * Runs a task in a child process, whose output goes to a file, or to the terminal if verbose. Resolves when the process
 * has ended; an early end is reported as a failure. After a test that timed out or blocked the process, the files after
 * it run in a new process.
 */
export async function startWorker(
  task: WorkerTask,
  logFile: string,
  take: (message: WorkerMessage) => void,
): Promise<void> {
  const output = task.isVerbose ? "inherit" : "pipe";
  const stdio = ["ignore", output, output, "ipc"] as const;
  const child = fork(join(import.meta.dirname, "worker.ts"), { stdio: [...stdio] });
  child.send(task);
  const log = createWriteStream(logFile);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
  let isLate: boolean | undefined;
  let isSilent = false;
  const silence = setTimeout(() => {
    isSilent = child.kill("SIGKILL");
  }, testTimeoutMilliseconds);
  const started: string[] = [];
  child.on("message", (message: WorkerMessage) => {
    silence.refresh();
    if (message.type === "alive") return;
    if (message.type === "resourceWanted") return void supply(message.resource);
    if (message.type === "fileStarted") started.push(message.file);
    if (message.type === "finished") isLate = message.isLate;
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
  clearTimeout(silence);
  log.end();
  await once(log, "close");
  if (isLate === false) return;
  if (isLate === undefined) {
    const report = (await readFile(logFile, "utf8")).trimEnd().split("\n").slice(-shownLines);
    const file = started.at(-1) ?? task.files.join(" ");
    const ending = signal ? `was ended by ${signal}` : `ended with status ${status}`;
    const how = isSilent ? `was blocked for ${testTimeoutMilliseconds / 60_000} minutes` : ending;
    const title = `The process that ran ${file} ${how}.`;
    take({ type: "failed", file, title, report: report.join("\n") });
  }
  const files = task.files.filter((each) => !started.includes(each));
  if ((isLate || isSilent) && started.length > 0 && files.length > 0) {
    await startWorker({ ...task, files }, logFile.replace(/(?=\.log$)/, "+"), take);
  }
}
