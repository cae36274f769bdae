import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { typesAreCurrent } from "../hardhat/typesDigest.ts";
import type { FileCost, WorkerMessage } from "./messages.ts";
import { createProgress } from "./progress.ts";
import { makeResource } from "./resources.ts";
import { readDurations, shareOut, writeDurations } from "./shares.ts";
import { startWorker } from "./startWorker.ts";
import { commandFor, summarize, type Tally } from "./summary.ts";
import { findTestFiles, type TestFiles } from "./testFiles.ts";
import type { WorkerTask } from "./workerTask.ts";

export interface RunOptions {
  /** Files and folders; none means all tests. */
  paths: readonly string[];
  /** Only tests whose full title matches this regular expression. */
  grep: string | undefined;
  /** Maximum number of processes that run TypeScript tests. */
  workers: number;
  /** Folder for the files' costs and the workers' output. */
  logs: string;
  /** Whether to write this run's durations to `test/durations.json`. */
  isRecorded: boolean;
}

/**
 * Runs the tests and prints progress and result.
 *
 * @returns whether at least one test ran and all passed.
 */
export async function runTests(options: RunOptions): Promise<boolean> {
  const started = performance.now();
  // Node's compile cache, for processes that tests start repeatedly.
  process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), "cache", "compiled");
  await mkdir(options.logs, { recursive: true });
  const tasks = await planTasks(options, await findTestFiles(options.paths));
  const isVerbose = tasks.length === 1 && tasks[0]?.isVerbose === true;
  const progress = createProgress({ isQuiet: isVerbose });
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, costs: [] };

  function take(message: WorkerMessage): void {
    // To npm run watch, if that has started this process.
    process.send?.(message);
    if (message.type === "fileStarted") progress.work(message.file);
    else if (message.type === "fileEnded") tally.costs.push(message.cost);
    else if (message.type === "passed" || message.type === "skipped") tally[message.type] += 1;
    else if (message.type === "failed") {
      tally.failed += 1;
      progress.interrupt(
        `✘ ${message.title}\n${indent(message.report)}\n  ${commandFor(message)}\n`,
      );
    }
    progress.count(tally);
  }

  const start = (task: WorkerTask, index: number) =>
    startWorker(task, join(options.logs, `worker-${index + 1}.log`), take);
  progress.work("compiling the contracts");
  // Everything else needs the generated types only.
  const isCurrent = await typesAreCurrent(process.cwd());
  const isEarly = ({ kind }: WorkerTask) => kind === "components" && isCurrent;
  const early = tasks.map((task, index) => isEarly(task) && start(task, index));
  if (isCurrent && tasks.some(opensPages)) makeResource("page").catch(() => undefined);
  await compile(isCurrent);
  progress.work("loading the tests");
  await Promise.all(tasks.map((task, index) => early[index] || start(task, index)));
  progress.end();

  tally.costs.sort((a, b) => b.wallSeconds - a.wallSeconds);
  await writeFile(join(options.logs, "costs.json"), `${JSON.stringify(tally.costs, null, 2)}\n`);
  if (options.isRecorded && tally.failed === 0) await writeDurations(mochaCosts(tally.costs));
  const seconds = (performance.now() - started) / 1_000;
  console.log(summarize(tally, { wallSeconds: seconds, cpuSeconds: await readCpuSeconds() }));
  return tally.failed === 0 && tally.passed > 0;
}

/** Compiles all contracts, and without the test contracts, for processes that compile no tests. */
async function compile(typesAreCurrent: boolean): Promise<void> {
  // Read by Hardhat when it is loaded. The page is built meanwhile and imports the generated files.
  if (typesAreCurrent) process.env.HARDHAT_NO_TYPECHAIN = "true";
  const { default: hre } = await import("hardhat");
  const { compileContracts } = await import("../shared/compileContracts.ts");
  await hre.tasks.getTask("build").run({ quiet: true });
  await compileContracts();
  delete process.env.HARDHAT_NO_TYPECHAIN;
}

/**
 * Returns the CPU seconds of this process and of its descendants that have ended and were waited for; undefined without
 * `/proc`.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
async function readCpuSeconds(): Promise<number | undefined> {
  const stat = await readFile("/proc/self/stat", "latin1").catch(() => undefined);
  // utime, stime, cutime and cstime, in hundredths of a second.
  const times = stat
    ?.slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  return times?.reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
}

function opensPages({ files }: WorkerTask): boolean {
  return files.some((file) => file.startsWith("test/web/pages/"));
}

/** Splits the files among workers. A single file prints its tree of tests on the terminal. */
async function planTasks({ grep, workers }: RunOptions, files: TestFiles): Promise<WorkerTask[]> {
  const { mocha, components, solidity } = files;
  const isVerbose = mocha.length + components.length === 1;
  const shares = shareOut(mocha, await readDurations(), workers);
  const tasks: WorkerTask[] = [
    { kind: "solidity", files: solidity, grep },
    { kind: "components", files: components, grep, isVerbose },
    ...shares.map((share) => ({ kind: "mocha" as const, files: share, grep, isVerbose })),
  ];
  return tasks.filter((task) => task.files.length > 0);
}

function mochaCosts(costs: readonly FileCost[]): FileCost[] {
  return costs.filter(({ file }) => /\.test\.tsx?$/.test(file));
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
