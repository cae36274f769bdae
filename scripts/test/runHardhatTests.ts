import hre from "hardhat";
import { register } from "tsx/esm/api";
import { reporterFor } from "./channelReporter.ts";
import type { FileCost, WorkerMessage } from "./messages.ts";
import { messagesOf } from "./reportSolidityRun.ts";
import { solidityTitles } from "./testFiles.ts";
import type { WorkerTask } from "./workerTask.ts";

/** Runs TypeScript tests in Hardhat's mocha. */
export async function runMocha(task: WorkerTask): Promise<boolean> {
  // Node strips types but does not support JSX.
  register();
  Object.assign(hre.config.test.mocha, {
    reporter: reporterFor(task),
    dryRun: task.isDryRun ?? false,
    forbidOnly: true,
  });
  const { success } = await hre.tasks.getTask(["test", "mocha"]).run(optionsOf(task));
  return success;
}

/** Runs fuzz tests and invariant campaigns. */
export async function runSolidity(task: WorkerTask): Promise<boolean> {
  const started = performance.now();
  const options = { ...optionsOf(task), ...(await functionsOf(task)) };
  const result = await hre.tasks.getTask(["test", "solidity"]).run(options);
  const messages = messagesOf(result);
  for (const message of messages) process.send?.(message);
  const cost: FileCost = {
    file: "Solidity tests",
    tests: messages.filter(({ type }) => type === "passed").length,
    wallSeconds: Math.round((performance.now() - started) / 10) / 100,
  };
  process.send?.({ type: "fileEnded", cost } satisfies WorkerMessage);
  return result.success;
}

/** Hardhat compares the pattern with the functions' signatures only, and `grep` is one of full titles. */
async function functionsOf({ files, grep }: WorkerTask): Promise<{ grep?: string }> {
  if (grep === undefined) return {};
  const titles = (await Promise.all(files.map(solidityTitles))).flat();
  const wanted = titles.filter((title) => new RegExp(grep).test(title));
  // Every title is a contract and a function. Without a match, no function has an empty name.
  return { grep: `^(${wanted.map((title) => title.split(" ")[1]).join("|")})\\(` };
}

function optionsOf({ files, grep }: WorkerTask) {
  return {
    // The parent process has compiled the contracts; workers would write the same files.
    noCompile: true,
    testFiles: [...files],
    ...(grep !== undefined && { grep }),
  };
}
