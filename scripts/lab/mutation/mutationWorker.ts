// Child process of npm run mutate. Loads the contract tests once, runs them with each received
// bytecode, and responds with the first failure.

import { once } from "node:events";
import { globSync } from "node:fs";
import hre from "hardhat";
import Mocha from "mocha";
import { collectionConfig } from "#collection/collection.config.ts";
import { ethers, networkHelpers } from "../../shared/hardhat/contractChain.ts";
import { testTimeoutMilliseconds } from "../../test/runner/testTimeout.ts";

export interface TestResult {
  /** The first test that failed. */
  failure: { title: string; reason: string } | undefined;
  /** Whether the next bytecode needs a new process. */
  isLast: boolean;
}

/** Excludes tests of the model's completeness, and of sources with a different cap. */
const exclude = ["**/{completeness,firstValues}.test.ts"];
/** Number of recent killer tests to run first, because they kill most mutants. */
const favoriteCount = 8;

/** An endless loop in a contract fills the simulated chain's memory before it reaches the gas limit. */
const memoryLimitBytes = 4 * 1024 ** 3;
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, "SIGKILL");
}, 100).unref();
// A test that fails early leaves promises pending; their rejections are irrelevant.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());

const artifact = await hre.artifacts.readArtifact(collectionConfig.contract);
const readArtifact = hre.artifacts.readArtifact.bind(hre.artifacts);
let bytecode: string;
Object.assign(hre.artifacts, {
  readArtifact: async (name: string) =>
    name === collectionConfig.contract ? { ...artifact, bytecode } : readArtifact(name),
});
const mocha = new Mocha({ bail: true, timeout: testTimeoutMilliseconds, reporter: "base" });
mocha.cleanReferencesAfterRun(false);
for (const file of globSync("test/contracts/**/*.test.ts", { exclude }).sort()) mocha.addFile(file);
await mocha.loadFilesAsync();
process.send?.("ready");
for (let favorites: readonly string[] = []; ; ) {
  [bytecode] = await once(process, "message");
  const failure =
    (await runTests((title) => favorites.includes(title))) ?? (await runTests(() => true));
  if (failure) favorites = [...new Set([failure.title, ...favorites])].slice(0, favoriteCount);
  // A timed-out test may still be running, and earlier mutants use memory.
  const isLast = failure?.isLate || process.memoryUsage.rss() > memoryLimitBytes / 2;
  process.send?.({ failure, isLast } satisfies TestResult);
}

/** Runs the tests with these titles until a test fails, and restores the chain. */
async function runTests(isWanted: (title: string) => boolean) {
  const snapshot = await ethers.provider.send("evm_snapshot");
  // Safety: mocha calls only this method.
  mocha.grep({ test: isWanted } as RegExp);
  const failures: { title: string; reason: string; isLate: boolean }[] = [];
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      // Otherwise the runner would keep listening for rejections of those promises.
      runner.dispose();
      resolve();
    });
    runner.on("fail", (failed, error) => {
      const isLate = error.code === "ERR_MOCHA_TIMEOUT";
      failures.push({ title: failed.fullTitle(), reason: String(error.message), isLate });
    });
  });
  await ethers.provider.send("evm_revert", [snapshot]);
  await networkHelpers.clearSnapshots();
  return failures[0];
}
