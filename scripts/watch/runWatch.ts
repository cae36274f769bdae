import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compileCache } from "../shared/cacheFolders.ts";
import type { Output } from "../shared/commandLine/plainOutput.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { watchFolder } from "../shared/watchFolder.ts";
import { CompileError } from "./compileWarm.ts";
import { describeKeys, type Key, readKeys } from "./keys.ts";
import { readSources, watchedFolders } from "./readSources.ts";
import { SpareWorkers } from "./spareWorkers.ts";
import { WarmContracts } from "./warmContracts.ts";
import { Watch } from "./watch.ts";

const help = `Usage: npm run watch

Watches contracts, sources and tests. When one is saved, runs the tests that reach it by imports, those that
failed before first:

  a contract     the Solidity tests and test/contracts that reach it, compiled with the project's settings
  a test         itself
  other sources  the 20 nearest files of tests that reach it, without pages in a browser and test/e2e

On a terminal it reads keys:

  a              run all tests, as npm test does
  f              run the failed tests again
  g              the gas of our contract where it differs from the last commit's gas snapshot
  q              quit

It writes to cache/watch only. After a change of an interface, run npx hardhat build: it writes typechain-types.

  --help         show this text

Exit status: 0 after q or a signal, 2 on invalid usage.`;

const folder = "cache/watch";
const artifacts = join(folder, "artifacts");

/** Short, because loading a file that is half saved is followed by another round. */
const quietMilliseconds = 50;

/**
 * Watches the project until `signal` is aborted or `q` is pressed.
 *
 * @returns the exit status.
 */
export function runWatch(
  args: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  return runCommand(
    { help, options: {}, read: () => ({}), run: () => watchProject(output, signal) },
    args,
    output,
  );
}

async function watchProject(output: Output, signal: AbortSignal): Promise<number> {
  await mkdir(folder, { recursive: true });
  const environment = {
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    ARTIFACTS_FOLDER: artifacts,
  };
  const workers = new SpareWorkers(environment, ["mocha", "solidity"]);
  const contracts = new WarmContracts(artifacts);
  const read = () => readSources(process.cwd());
  const watch = new Watch({ contracts, workers, output, logs: folder, readSources: read });
  await prepare(contracts, output);
  workers.prepare();

  const ended = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => ended.resolve());
  if (signal.aborted) ended.resolve();
  const actions: Record<Key, () => Promise<unknown>> = {
    a: () => watch.runAll(process.env),
    f: () => watch.runFailed(),
    g: () => watch.runScript(["scripts/watch/measureGas.ts"], environment),
    q: async () => ended.resolve(),
  };
  const releaseKeys = readKeys((key) => void actions[key]());
  const folders = watchedFolders.map((each) => resolve(each));
  const stopWatching = await watchFolder(
    folders,
    // Not awaited: a change ends the running round.
    async (files) => void watch.change(files),
    quietMilliseconds,
  );
  output.log(process.stdin.isTTY ? `Watching. ${describeKeys()}` : "Watching.");
  await ended.promise;
  releaseKeys();
  await stopWatching();
  await watch.stop();
  workers.close();
  await contracts.close();
  return 0;
}

/** Compiles all contracts; errors are printed, because the next change may correct them. */
async function prepare(contracts: WarmContracts, output: Output): Promise<void> {
  output.log("Compiling the contracts …");
  try {
    await contracts.prepare();
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    output.error(error.message);
  }
}
