// npm run watch: runs the tests that a saved file affects.
import { type ChildProcess, spawn } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { counted } from "../shared/commandLine/formatTable.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { watchFolder } from "../shared/watchFolder.ts";
import { affectedTests } from "./watch/affectedTests.ts";

const help = `Usage: npm run watch

Watches contracts, sources and tests. When one is saved, runs npm test:

  a contract     with test/contracts
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
let running: ChildProcess | undefined;

/** Ends a run and the processes that it started. */
function endRun(): void {
  const { pid, exitCode, signalCode } = running ?? {};
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGTERM");
}

/** Ends the previous run and runs `npm test` with the affected tests. */
async function runAffected(paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => relative(process.cwd(), path).replaceAll("\\", "/"));
  const watched = files.filter((file) => /^(?!typechain-types\/).*\.(sol|tsx?)$/.test(file));
  for (const file of watched) pending.add(file);
  // Generated types change while the contracts compile for a run: ending that run would compile them again.
  if (watched.length === 0) return;
  const sources = new Map<string, string>();
  for await (const file of glob(watchedFolders.map((folder) => `${folder}/**/*.{ts,tsx}`))) {
    sources.set(file.replaceAll("\\", "/"), await readFile(file, "utf8").catch(() => ""));
  }
  const tests = affectedTests(sources, [...pending]);
  console.log(`\n${[...pending].join(", ")}: ${counted(tests.length, "file")} of tests`);
  if (tests.length === 0) return pending.clear();
  endRun();
  const child = spawn(process.execPath, ["scripts/test/test.ts", ...tests], {
    // A separate process group, which can be ended together.
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  running = child;
  child.once("exit", () => running === child && pending.clear());
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
