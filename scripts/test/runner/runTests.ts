import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileCost, TestName, WorkerMessage, WorkerTask } from "./messages.ts";
import { makeResource } from "./resources.ts";
import { startWorker } from "./startWorker.ts";
import { needsDom, opensPages, shareOut } from "./testFiles.ts";

export interface RunOptions {
  files: readonly string[];
  /** Only tests whose full title matches this regular expression. */
  grep: string | undefined;
  /** Maximum number of processes that run tests without a DOM. */
  workers: number;
  /** Folder for the files' costs and the workers' output. */
  logs: string;
  /** Whether to write this run's durations to `test/durations.json`. */
  record: boolean;
  /** Whether to print the titles, so that two versions can be compared by `diff`, instead of running the tests. */
  list: boolean;
}

/** Recorded seconds of each test file, on two cores. */
const durationsFile = "test/durations.json";

/**
 * Runs the tests and prints progress and result.
 *
 * @returns whether at least one test ran and all passed.
 */
export async function runTests(options: RunOptions): Promise<boolean> {
  const { files, logs, record, list } = options;
  const started = performance.now();
  // Node's compile cache, for processes that tests start repeatedly.
  process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), "cache", "compiled");
  await mkdir(logs, { recursive: true });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const costs: FileCost[] = [];
  const titles: string[] = [];
  let activity = "compiling the contracts";
  const secondsSoFar = () => (performance.now() - started) / 1_000;
  const tasks = await planTasks(options);
  const timer = setInterval(() => {
    if (list || tasks[0]?.isVerbose) return;
    console.log(`${Math.round(secondsSoFar())} s · ${describeCounts(counts)} · ${activity}`);
  }, 10_000);

  function take(message: WorkerMessage): void {
    if (message.type === "fileStarted") activity = message.file;
    if (message.type === "fileEnded") costs.push(message);
    if (!("title" in message)) return;
    counts[message.type] += 1;
    titles.push(`${message.file}\t${message.title}`);
    if (message.type !== "failed") return;
    const report = message.report.replaceAll(/^(?=.)/gm, "  ");
    console.log(`✘ ${message.title}\n${report}\n  ${commandFor(message)}\n`);
  }

  if (!list) {
    const { compileContracts } = await import("../../shared/compileContracts.ts");
    await compileContracts();
    if (files.some(opensPages)) makeResource("page").catch(() => undefined);
  }
  const logOf = (index: number) => join(logs, `worker-${index + 1}.log`);
  await Promise.all(tasks.map((task, index) => startWorker(task, logOf(index), take)));
  clearInterval(timer);
  if (list) {
    if (titles.length > 0) console.log(titles.sort().join("\n"));
    return counts.failed === 0;
  }
  costs.sort((a, b) => b.wallSeconds - a.wallSeconds);
  await writeJson(join(logs, "costs.json"), costs);
  if (record && counts.failed === 0) await writeDurations(costs);
  if (costs.length > 1) console.log(["\nSlowest files:", ...costs.slice(0, 5).map(row)].join("\n"));
  if (titles.length === 0) console.log("No test matches.");
  const cpu = await readCpuSeconds();
  console.log(`\n${describeCounts(counts)} in ${secondsSoFar().toFixed(1)} s, ${cpu} s of CPU`);
  return counts.failed === 0 && counts.passed > 0;
}

/** Splits the files among workers. A single file prints its tree of tests on the terminal. */
async function planTasks({ files, grep, workers, list }: RunOptions): Promise<WorkerTask[]> {
  const durations = JSON.parse(await readFile(durationsFile, "utf8").catch(() => "{}"));
  const withoutDom = files.filter((file) => !needsDom(file));
  return [files.filter(needsDom), ...shareOut(withoutDom, durations, workers)]
    .filter((share) => share.length > 0)
    .map((share) => ({
      files: share,
      needsDom: share.some(needsDom),
      grep,
      isVerbose: files.length === 1 && !list,
      isDryRun: list,
    }));
}

function describeCounts(counts: { passed: number; failed: number; skipped: number }): string {
  const { passed, failed, skipped } = counts;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function row({ file, wallSeconds }: FileCost): string {
  return `${wallSeconds.toFixed(1).padStart(6)} s  ${file}`;
}

/** Returns the command that runs only that test, for a POSIX shell. */
function commandFor({ file, title }: TestName): string {
  // Mocha names a hook by its kind and, if any, its test.
  const [words = title] = title.split(/ "(?:before|after) (?:each|all)" hook/);
  const pattern = words.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const isTest = words !== "" && file !== "" && !words.startsWith("The process that ran ");
  const grep = !isTest ? "" : ` --grep '${pattern.replaceAll("'", "'\\''")}'`;
  return `npm test -- ${file}${grep}`;
}

function writeDurations(costs: readonly FileCost[]): Promise<void> {
  const rows = costs
    .toSorted((a, b) => a.file.localeCompare(b.file))
    .map(({ file, wallSeconds }) => [file, Math.round(wallSeconds * 10) / 10]);
  return writeJson(durationsFile, Object.fromEntries(rows));
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Returns the CPU seconds of this process and of its descendants that have ended and were waited for; "unknown" without
 * `/proc`.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
async function readCpuSeconds(): Promise<number | string> {
  const stat = await readFile("/proc/self/stat", "latin1").catch(() => undefined);
  if (stat === undefined) return "unknown";
  // utime, stime, cutime and cstime, in hundredths of a second.
  const times = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Math.round(times.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0));
}
