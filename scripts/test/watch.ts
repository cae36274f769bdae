// npm run watch: runs the tests that a saved file affects.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { glob, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { Worker } from "node:worker_threads";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { counted } from "../shared/commandLine/formatTable.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { watchFolder } from "../shared/watchFolder.ts";
import { affectedTests } from "./watch/affectedTests.ts";
import { firstTests } from "./watch/firstTests.ts";

const help = `Usage: npm run watch

Watches contracts, sources and tests. When one is saved, runs npm test:

  a contract     with test/contracts, once it compiles: first with up to four files that expect errors of
                 the changed functions or call them, then, if these pass, with the remaining files
  a test         with itself
  other sources  with the 20 nearest files of tests that import it, directly or not, without pages in a
                 browser and test/e2e

  --help         show this text`;

/** Folders with files that tests import, directly or indirectly. */
const watchedFolders = [
  "contracts",
  "collection",
  "test",
  "api",
  "scripts",
  "web/src",
  "typechain-types",
];
/** Editors save a file in several steps. */
const quietMilliseconds = 50;
/** Changed files whose tests have not finished. */
const pending = new Set<string>();
/** The contracts when their tests last finished. */
let testedContracts = new Map<string, string>();
let running: ChildProcess | undefined;
/** Started by the first contract change. */
let compiler: Worker | undefined;

/** Ends a run and the processes that it started. */
function endRun(): void {
  const { pid, exitCode, signalCode } = running ?? {};
  running = undefined;
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGTERM");
}

/** Ends the compiler, which has loaded code of the repository. */
async function endCompiler(): Promise<void> {
  await compiler?.terminate();
  compiler = undefined;
}

/** Ends the previous run, compiles changed contracts, and runs `npm test` with the affected tests. */
async function runAffected(paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => relative(process.cwd(), path).replaceAll("\\", "/"));
  const watched = files.filter((file) => /^(?!typechain-types\/).*\.(sol|tsx?)$/.test(file));
  for (const file of watched) pending.add(file);
  // Generated types change while the contracts compile for a run: ending that run would compile them again.
  if (watched.length === 0) return;
  endRun();
  if (watched.some((file) => /^(collection|scripts)\//.test(file))) await endCompiler();
  console.log("");
  const compiled = [...pending].some((file) => file.endsWith(".sol")) ? compile() : undefined;
  const sources = await readSources(watchedFolders.map((folder) => `${folder}/**/*.{ts,tsx}`));
  const tests = affectedTests(sources, [...pending]);
  console.log(`${[...pending].join(", ")}: ${counted(tests.length, "file")} of tests`);
  if (tests.length === 0) {
    pending.clear();
    return void (await compiled);
  }
  if (compiled === undefined) return void startRuns([tests], {});
  const contracts = await readSources(["contracts/**/*.sol"]);
  const candidates = [...sources].filter(([file]) => tests.includes(file));
  const durations = JSON.parse(await readFile("test/durations.json", "utf8"));
  const relevant = firstTests(testedContracts, contracts, new Map(candidates), durations);
  const first = [...new Set([...tests.filter((test) => pending.has(test)), ...relevant])];
  const rest = tests.filter((test) => !first.includes(test));
  const onDone = () => (testedContracts = contracts);
  const run = startRuns([first, rest], { waits: true, onDone });
  if (!(await compiled)) endRun();
  // The callback receives the error of a run that has just ended.
  else if (run.connected) run.send("compiled", () => undefined);
}

/** Compiles the contracts, and returns whether they compiled. */
async function compile(): Promise<boolean> {
  const start = performance.now();
  console.log("Compiling…");
  compiler ??= new Worker(new URL("watch/compiler.ts", import.meta.url));
  compiler.postMessage("compile");
  const [failure] = await once(compiler, "message").catch(async (error: Error) => {
    // The thread has ended.
    await endCompiler();
    return [error.message];
  });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  if (failure === undefined) console.log(`Compiled in ${seconds} s.`);
  else console.error(`${failure}\nNot compiled, after ${seconds} s: no tests were run.`);
  return failure === undefined;
}

interface RunsOptions {
  /** Whether the first run waits for a message before it loads tests. */
  waits?: boolean;
  onDone?: () => void;
}

/** Runs `npm test` with each list of files, one after the other, until one fails. @returns the first run. */
function startRuns(lists: readonly string[][], { waits, onDone }: RunsOptions): ChildProcess {
  const [files = [], ...rest] = lists.filter((list) => list.length > 0);
  if (rest.length > 0) console.log(`First: ${files.join(" ")}`);
  // A few short files start soonest in one process.
  const options = rest.length > 0 ? ["--workers", "1"] : [];
  const child = spawn(process.execPath, ["scripts/test/test.ts", ...files, ...options], {
    // A separate process group, which can be ended together.
    detached: true,
    stdio: ["ignore", "inherit", "inherit", ...(waits ? (["ipc"] as const) : [])],
  });
  running = child;
  child.once("exit", (status) => {
    if (running !== child) return;
    const left = rest.flat().length;
    if (left > 0 && status === 0) return void startRuns(rest, onDone ? { onDone } : {});
    if (left > 0) return console.log(`Once these pass: ${counted(left, "more file")} of tests.`);
    pending.clear();
    onDone?.();
  });
  return child;
}

/** Reads files by path from the project's root; a file that has just been deleted is empty. */
async function readSources(patterns: readonly string[]): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for await (const file of glob(patterns)) {
    sources.set(file.replaceAll("\\", "/"), await readFile(file, "utf8").catch(() => ""));
  }
  return sources;
}

async function watchProject(): Promise<never> {
  const ended = Promise.withResolvers<void>();
  endOnSignal().addEventListener("abort", () => ended.resolve());
  testedContracts = await readSources(["contracts/**/*.sol"]);
  const run = (paths: readonly string[]) =>
    runAffected(paths).catch(({ message }: Error) =>
      console.error(`No tests were run: ${message}. Save the file again.`),
    );
  const stopWatching = await watchFolder(watchedFolders, run, quietMilliseconds);
  console.log("Watching. Ctrl-C quits.");
  await ended.promise;
  await stopWatching();
  await endCompiler();
  // A change that is being processed may have started a run until here. Without the compiler, it would wait forever.
  endRun();
  process.exit(0);
}

const command = { help, options: {}, read: () => undefined, run: watchProject };
process.exitCode = await runCommand(command, process.argv.slice(2), console);
