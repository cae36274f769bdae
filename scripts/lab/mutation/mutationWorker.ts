// Child process of npm run mutate. Loads the contract tests once, lets them deploy each code that it receives, and
// responds with the first failure.
import { once } from "node:events";
import { globSync } from "node:fs";
import hre from "hardhat";
import Mocha from "mocha";
import { ethers, networkHelpers } from "../../test/hardhat/contractChain.ts";
import { testTimeoutMilliseconds } from "../../test/runner/testTimeout.ts";

export interface TestTask {
  /** Creation code of the collection. */
  code: string;
  /** Whether gas does not count. */
  isDraft: boolean;
}

/** The first test that failed; its title is empty if none did. */
export interface TestResult {
  title: string;
  reason: string;
  /** Whether the next code needs a new process. */
  isLast: boolean;
}

/** A collection of draft settings costs other gas. */
const gasTests = "Gas report";
/** Tests of the model's completeness, and of sources with another cap. */
const otherTests = /(completeness|maxSupply)\.test\.ts$/;
/** How many recent killers run before all other tests: they kill most mutants. */
const favouriteCount = 8;

/** An endless loop in a contract fills the simulated chain's memory before it reaches the gas limit. */
const memoryLimitBytes = 4 * 1024 ** 3;
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, "SIGKILL");
}, 100).unref();
// A test that fails early leaves promises pending; their rejections are irrelevant.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());

const artifact = await hre.artifacts.readArtifact("FringeDrifters");
const readArtifact = hre.artifacts.readArtifact.bind(hre.artifacts);
let bytecode: string;
Object.assign(hre.artifacts, {
  readArtifact: async (name: string) =>
    name === "FringeDrifters" ? { ...artifact, bytecode } : readArtifact(name),
});
const mocha = new Mocha({
  bail: true,
  timeout: testTimeoutMilliseconds,
  reporter: Mocha.reporters.Base,
});
mocha.cleanReferencesAfterRun(false);
const files = globSync("test/contracts/**/*.test.ts").filter((file) => !otherTests.test(file));
for (const file of files.sort()) mocha.addFile(file);
await mocha.loadFilesAsync();
process.send?.("ready");
for (let favourites: readonly string[] = []; ; ) {
  // Safety: the parent process sends nothing else.
  const [{ code, isDraft }] = (await once(process, "message")) as [TestTask];
  bytecode = code;
  const isWanted = (title: string) => !isDraft || !title.startsWith(gasTests);
  const failure =
    (await runTests((title) => isWanted(title) && favourites.includes(title))) ??
    (await runTests(isWanted));
  if (failure) favourites = [...new Set([failure.title, ...favourites])].slice(0, favouriteCount);
  // A test that timed out may still act, and earlier mutants use memory too.
  const isLast = failure?.isLate || process.memoryUsage.rss() > memoryLimitBytes / 2;
  process.send?.({ title: "", reason: "", ...failure, isLast } satisfies TestResult);
}

/** Runs the tests with these titles until one fails, and restores the chain. */
async function runTests(isWanted: (title: string) => boolean) {
  const snapshot = await ethers.provider.send("evm_snapshot");
  // Safety: mocha calls nothing but this method of an expression.
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
