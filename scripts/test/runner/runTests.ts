import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compileCache } from "../../shared/cacheFolders.ts";
import { compileContracts } from "../../shared/compileContracts.ts";
import { makeResource, type ResourceMessage, type ResourceName } from "./resources.ts";
import { compileTestedContract } from "./testedContract.ts";
import { distributeFiles, needsDom, usesBrowser } from "./testFiles.ts";
import { testTimeoutMilliseconds } from "./testTimeout.ts";
import type { WorkerMessage, WorkerTask } from "./worker.ts";

export interface RunOptions {
  files: readonly string[];
  /** Only tests whose full title matches this regular expression. */
  grep: string | undefined;
  /** Maximum number of processes that run tests without a DOM. */
  workers: number;
  /** Whether to write this run's durations to `test/durations.json`. */
  write: boolean;
}

/** Recorded seconds of each test file, on two cores. */
const durationsFile = "test/durations.json";
/** Number of output lines to show from a worker that exits before its tests end. */
const shownLines = 40;

/**
 * Runs the tests and prints progress and result.
 *
 * @returns whether at least one test ran and all passed.
 */
export async function runTests({ files, grep, workers, write }: RunOptions): Promise<boolean> {
  // Includes processes that tests start repeatedly.
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const seconds: Record<string, number> = {};
  let activity = "compiling the contracts";
  const describeCounts = () =>
    `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`;
  // For a single file, prints the tree of tests.
  const isVerbose = files.length === 1;
  // Does not keep the process alive if the contracts do not compile.
  setInterval(() => {
    if (isVerbose) return;
    console.log(`${Math.round(performance.now() / 1_000)} s · ${describeCounts()} · ${activity}`);
  }, 10_000).unref();

  function take(message: WorkerMessage): void {
    if (message.type === "started") activity = message.file;
    if (message.type === "ended") {
      seconds[message.file] = (seconds[message.file] ?? 0) + message.seconds;
    }
    if (!("title" in message)) return;
    counts[message.type] += 1;
    if (message.type !== "failed") return;
    const report = message.report.replaceAll(/^(?=.)/gm, "  ");
    console.log(`✘ ${message.title}\n${report}\n  ${commandFor(message)}\n`);
  }

  const compiled = compile();
  if (files.some(usesBrowser)) compiled.then(() => makeResource("page")).catch(() => undefined);
  const durations = JSON.parse(await readFile(durationsFile, "utf8"));
  const withoutDom = files.filter((file) => !needsDom(file));
  const shares = [files.filter(needsDom), ...distributeFiles(withoutDom, durations, workers)];
  const tasks = shares.filter((share) => share.length > 0);
  const start = (share: string[]) => runTask({ files: share, grep, isVerbose }, compiled, take);
  await Promise.all([compiled, ...tasks.map(start)]);
  if (write && counts.failed === 0) {
    const rounded = Object.entries(seconds).map(([file, each]) => [file, Number(each.toFixed(1))]);
    const sorted = Object.fromEntries(rounded.sort());
    await writeFile(durationsFile, `${JSON.stringify(sorted, null, 2)}\n`);
  }
  const slowest = Object.entries(seconds).sort(([, a], [, b]) => b - a);
  const rows = slowest.map(([file, each]) => `${each.toFixed(1).padStart(6)} s  ${file}`);
  if (rows.length > 1) console.log(["\nSlowest files:", ...rows.slice(0, 5)].join("\n"));
  if (counts.passed + counts.failed + counts.skipped === 0) console.log("No test matches.");
  console.log(`\n${describeCounts()} in ${(performance.now() / 1_000).toFixed(1)} s`);
  return counts.failed === 0 && counts.passed > 0;
}

/** Compiles changed contracts, or waits until the parent process has: `npm run watch` then sends a message. */
async function compile(): Promise<void> {
  process.once("disconnect", () => process.exit(1));
  if (process.connected) await once(process, "message");
  // Otherwise, the listener of "disconnect" keeps the process alive after the tests.
  process.channel?.unref();
  await compileContracts();
  await compileTestedContract();
}

/**
 * Runs a task in a child process, which starts at once and loads tests when the contracts are compiled. Reports a child
 * that exits early, fails or hangs as a failure.
 */
async function runTask(
  task: WorkerTask,
  compiled: Promise<void>,
  take: (message: WorkerMessage) => void,
): Promise<void> {
  const stdio = task.isVerbose ? "inherit" : "pipe";
  const child = fork(join(import.meta.dirname, "worker.ts"), [JSON.stringify(task)], {
    stdio: ["ignore", stdio, stdio, "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = `${output}${chunk}`.split("\n").slice(-shownLines).join("\n");
    });
  }
  // Longer than the limits for a test and its hook, which mocha enforces unless the process is blocked.
  const silence = setTimeout(() => child.kill("SIGKILL"), 2 * testTimeoutMilliseconds);
  let current: string | undefined;
  let isFinished = false;
  child.on("message", (message: WorkerMessage) => {
    silence.refresh();
    if (message.type === "resourceWanted") return void supply(message.resource);
    if (message.type === "started") current = message.file;
    isFinished ||= message.type === "finished";
    take(message);
  });
  async function supply(resource: ResourceName): Promise<void> {
    const response: ResourceMessage = await makeResource(resource).then(
      (value) => ({ resource, value }),
      (error) => ({ resource, error: String(error) }),
    );
    if (child.connected) child.send(response);
  }
  const closed = once(child, "close");
  compiled.then(
    () => silence.refresh() && child.connected && child.send("compiled"),
    () => child.kill(),
  );
  const [status, signal] = await closed;
  clearTimeout(silence);
  await compiled;
  const end = signal ?? `status ${status}`;
  if (!isFinished) {
    const file = current ?? task.files.join(" ");
    const title = `The process that ran ${file} ended with ${end}.`;
    const rest = task.files.slice(task.files.indexOf(file) + 1);
    if (current && rest.length > 0) output += `\nDid not run: ${rest.join(" ")}`;
    take({ type: "failed", file, title, report: output.trimEnd() });
  } else if (status !== 0) {
    const file = task.files.join(" ");
    const title = `The process that ran ${file} ended with ${end} after its tests.`;
    take({ type: "failed", file, title, report: output.trimEnd() });
  }
}

/** Returns the command that runs only that test, for a POSIX shell. */
function commandFor({ file, title }: { file: string; title: string }): string {
  // Mocha's hook titles contain the hook's kind and, if any, its test.
  const [words = title] = title.split(/ "(?:before|after) (?:each|all)" hook/);
  const pattern = words.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const isTest = words !== "" && file !== "" && !words.startsWith("The process that ran ");
  const grep = !isTest ? "" : ` --grep '${pattern.replaceAll("'", "'\\''")}'`;
  return `npm test -- ${file}${grep}`;
}
