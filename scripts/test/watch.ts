// npm run watch: runs the tests that a saved file affects.
import { type ChildProcess, spawn } from "node:child_process";
import { relative } from "node:path";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { counted } from "../shared/commandLine/formatTable.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { watchFolder } from "../shared/watchFolder.ts";
import { affectedTests, isWatched } from "./watch/affectedTests.ts";
import { ImportGraph } from "./watch/importGraph.ts";
import { readSources, watchedFolders } from "./watch/readSources.ts";

const help = `Usage: npm run watch

Watches contracts, sources and tests. When one is saved, runs npm test with the tests that reach it by imports:

  a contract     those of test/contracts that reach it
  a test         itself
  other sources  the 20 nearest files of tests that reach it, without pages in a browser and test/e2e

  --help         show this text`;

/** Editors save a file in several steps. */
const quietMilliseconds = 50;
/** Time to end by a signal before the system ends a process. */
const graceMilliseconds = 1_000;

/** Changed files whose tests have not run to their end. */
const pending = new Set<string>();
let running: ChildProcess | undefined;

/** Runs `npm test` with these files, and ends the run before. */
function runTests(files: readonly string[]): ChildProcess {
  endRun();
  const child = spawn(process.execPath, ["scripts/test/test.ts", ...files], {
    // A group of its own, which can be ended together.
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  running = child;
  return child;
}

/** Ends a run with the processes that it has started, also while it compiles and receives no signal. */
function endRun(): void {
  const { pid, exitCode, signalCode } = running ?? { exitCode: 0 };
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, "SIGTERM");
  const timer = setTimeout(() => process.kill(-pid, "SIGKILL"), graceMilliseconds);
  running?.once("exit", () => clearTimeout(timer));
}

async function runAffected(paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => relative(process.cwd(), path).replaceAll("\\", "/"));
  for (const file of files.filter(isWatched)) pending.add(file);
  if (pending.size === 0) return;
  const graph = new ImportGraph(await readSources(process.cwd()));
  const { tests, left } = affectedTests(graph, [...pending]);
  const distant = left > 0 ? `, without ${counted(left, "file")} that reach it from afar` : "";
  console.log(`\n${[...pending].join(", ")}: ${counted(tests.length, "file")} of tests${distant}`);
  if (tests.length === 0) return pending.clear();
  const child = runTests(tests);
  child.once("exit", () => running === child && pending.clear());
}

async function watchProject(): Promise<number> {
  const ended = Promise.withResolvers<void>();
  endOnSignal().addEventListener("abort", () => ended.resolve());
  const stopWatching = await watchFolder([...watchedFolders], runAffected, quietMilliseconds);
  console.log("Watching. Ctrl-C quits.");
  await ended.promise;
  endRun();
  await stopWatching();
  return 0;
}

const command = { help, options: {}, read: () => undefined, run: watchProject };
process.exitCode = await runCommand(command, process.argv.slice(2), console);
