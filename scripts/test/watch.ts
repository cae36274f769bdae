// npm run watch: runs the tests that a saved file affects.
import { type ChildProcess, spawn } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { counted } from "../shared/commandLine/formatTable.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { watchFolder } from "../shared/watchFolder.ts";
import { affectedTests, isWatched, type Sources } from "./watch/affectedTests.ts";

const help = `Usage: npm run watch

Watches contracts, sources and tests. When one is saved, runs npm test:

  a contract     with test/contracts
  a test         with itself
  other sources  with the 20 nearest files of tests that import it, directly or not, without pages in a
                 browser and test/e2e

  --help         show this text`;

/** Folders whose files tests reach by imports. */
const watchedFolders = ["contracts", "test", "api", "scripts", "web/src", "typechain-types"];
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
  const { tests, left } = affectedTests(await readSources(), [...pending]);
  const distant = left > 0 ? `, without ${counted(left, "file")} that reach it from afar` : "";
  console.log(`\n${[...pending].join(", ")}: ${counted(tests.length, "file")} of tests${distant}`);
  if (tests.length === 0) return pending.clear();
  const child = runTests(tests);
  child.once("exit", () => running === child && pending.clear());
}

/** Reads all sources of the project. */
async function readSources(): Promise<Sources> {
  const sources = new Map<string, string>();
  for await (const file of glob(watchedFolders.map((folder) => `${folder}/**/*.{ts,tsx}`))) {
    sources.set(file.replaceAll("\\", "/"), await readFile(file, "utf8").catch(() => ""));
  }
  return sources;
}

async function watchProject(): Promise<number> {
  const ended = Promise.withResolvers<void>();
  endOnSignal().addEventListener("abort", () => ended.resolve());
  const stopWatching = await watchFolder(watchedFolders, runAffected, quietMilliseconds);
  console.log("Watching. Ctrl-C quits.");
  await ended.promise;
  endRun();
  await stopWatching();
  return 0;
}

const command = { help, options: {}, read: () => undefined, run: watchProject };
process.exitCode = await runCommand(command, process.argv.slice(2), console);
