import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeResource, type ResourceMessage, type ResourceName } from "./resources.ts";
import { needsDom, opensPages, shareOut } from "./testFiles.ts";
import { testTimeoutMilliseconds } from "./testTimeout.ts";
import type { WorkerMessage, WorkerTask } from "./worker.ts";

export interface RunOptions {
  files: readonly string[];
  /** Only tests whose full title matches this regular expression. */
  grep: string | undefined;
  /** Maximum number of processes that run tests without a DOM. */
  workers: number;
  /** Whether to write this run's durations to `test/durations.json`. */
  record: boolean;
  /** Whether to print the titles, so that two versions can be compared by `diff`, instead of running the tests. */
  list: boolean;
}

/** Recorded seconds of each test file, on two cores. */
const durationsFile = "test/durations.json";
/** Number of lines of a worker's output to show when it ends before its tests. */
const shownLines = 40;

/**
 * Runs the tests and prints progress and result.
 *
 * @returns whether at least one test ran and all passed.
 */
export async function runTests(options: RunOptions): Promise<boolean> {
  const { files, grep, workers, record, list } = options;
  // Node's compile cache, for processes that tests start repeatedly.
  process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), "cache", "compiled");
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const titles: string[] = [];
  let activity = "compiling the contracts";
  const describeCounts = () =>
    `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`;
  const durations = JSON.parse(await readFile(durationsFile, "utf8").catch(() => "{}"));
  const withoutDom = files.filter((file) => !needsDom(file));
  const shares = [files.filter(needsDom), ...shareOut(withoutDom, durations, workers)];
  // A single file prints its tree of tests.
  const isVerbose = files.length === 1 && !list;
  const timer = setInterval(() => {
    if (!list && !isVerbose)
      console.log(`${Math.round(performance.now() / 1_000)} s · ${describeCounts()} · ${activity}`);
  }, 10_000);

  function take(message: WorkerMessage): void {
    if (message.type === "started") activity = message.file;
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
  const tasks = shares.filter((share) => share.length > 0);
  const runs = tasks.map((share) =>
    runTask({ files: share, grep, isVerbose, isDryRun: list }, take),
  );
  const seconds: Record<string, number> = Object.assign({}, ...(await Promise.all(runs)));
  clearInterval(timer);
  if (list) {
    if (titles.length > 0) console.log(titles.sort().join("\n"));
    return counts.failed === 0;
  }
  const costs = Object.entries(seconds).toSorted(([a], [b]) => a.localeCompare(b));
  const json = `${JSON.stringify(Object.fromEntries(costs), null, 2)}\n`;
  await mkdir("cache/test", { recursive: true });
  await writeFile("cache/test/costs.json", json);
  if (record && counts.failed === 0) await writeFile(durationsFile, json);
  const slowest = costs.toSorted(([, a], [, b]) => b - a);
  const rows = slowest.map(([file, each]) => `${each.toFixed(1).padStart(6)} s  ${file}`);
  if (rows.length > 1) console.log(["\nSlowest files:", ...rows.slice(0, 5)].join("\n"));
  if (titles.length === 0) console.log("No test matches.");
  console.log(`\n${describeCounts()} in ${(performance.now() / 1_000).toFixed(1)} s`);
  return counts.failed === 0 && counts.passed > 0;
}

/**
 * Runs a task in a child process. A process that ends early, or that is blocked, is reported as a failure.
 *
 * @returns the seconds of each file.
 */
async function runTask(
  task: WorkerTask,
  take: (message: WorkerMessage) => void,
): Promise<Record<string, number>> {
  const stdio = task.isVerbose ? "inherit" : "pipe";
  const child = fork(join(import.meta.dirname, "worker.ts"), {
    stdio: ["ignore", stdio, stdio, "ipc"],
  });
  child.send(task);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = `${output}${chunk}`.split("\n").slice(-shownLines).join("\n");
    });
  }
  // Longer than a test and its hook, which mocha ends if the process is not blocked.
  const silence = setTimeout(() => child.kill("SIGKILL"), 2 * testTimeoutMilliseconds);
  const begun: [file: string, at: number][] = [];
  let isFinished = false;
  child.on("message", (message: WorkerMessage) => {
    silence.refresh();
    if (message.type === "resourceWanted") return void supply(message.resource);
    if (message.type === "started") begun.push([message.file, performance.now()]);
    isFinished ||= message.type === "finished";
    take(message);
  });
  async function supply(resource: ResourceName): Promise<void> {
    const answer: ResourceMessage = await makeResource(resource).then(
      (value) => ({ resource, value }),
      (error) => ({ resource, error: String(error) }),
    );
    if (child.connected) child.send(answer);
  }
  const [status, signal] = await once(child, "close");
  clearTimeout(silence);
  const end = signal ?? `status ${status}`;
  if (!isFinished) {
    const file = begun.at(-1)?.[0] ?? task.files.join(" ");
    const title = `The process that ran ${file} ended with ${end}.`;
    const rest = begun.length === 0 ? [] : task.files.slice(task.files.indexOf(file) + 1);
    if (rest.length > 0) output += `\nDid not run: ${rest.join(" ")}`;
    take({ type: "failed", file, title, report: output.trimEnd() });
  } else if (status !== 0) {
    const files = task.files.join(" ");
    console.error(`✘ After the tests, the process of ${files} ended with ${end}.\n${output}`);
  }
  const seconds: Record<string, number> = {};
  for (const [index, [file, at]] of begun.entries()) {
    const spent = ((begun[index + 1]?.[1] ?? performance.now()) - at) / 1_000;
    seconds[file] = Math.round(10 * ((seconds[file] ?? 0) + spent)) / 10;
  }
  return seconds;
}

/** Returns the command that runs only that test, for a POSIX shell. */
function commandFor({ file, title }: { file: string; title: string }): string {
  // Mocha names a hook by its kind and, if any, its test.
  const [words = title] = title.split(/ "(?:before|after) (?:each|all)" hook/);
  const pattern = words.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const isTest = words !== "" && file !== "" && !words.startsWith("The process that ran ");
  const grep = !isTest ? "" : ` --grep '${pattern.replaceAll("'", "'\\''")}'`;
  return `npm test -- ${file}${grep}`;
}
