// A worker process of `npm run mutate`, in its own copy of the project. It loads the contract tests once; for each
// mutant it compiles the collection, replaces the artifact that the tests deploy, and runs them.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import hre from "hardhat";
import Mocha from "mocha";
import { ethers, networkHelpers } from "../../test/contractChain.ts";
import { testTimeoutMilliseconds } from "../../test/testTimeout.ts";
import { compileCollection, readContracts } from "./compiler.ts";
import { applyMutant } from "./mutants/mutant.ts";
import { type Answer, type CompileQuestion, outOfMemory, type Question } from "./mutationPool.ts";
import { contractTests, gasTestsTitle } from "./workshop.ts";

const root = process.cwd();
const artifactFile = join(root, "artifacts/contracts/FringeDrifters.sol/FringeDrifters.json");
const artifact: unknown = JSON.parse(await readFile(artifactFile, "utf8"));
const sources = await readContracts(root);
const settings = hre.config.solidity.profiles.default?.compilers[0]?.settings;
const mocha = await loadTests();

process.env.NODE_ENV = "test";
// A test that fails early leaves promises pending; their rejections are irrelevant.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());
// An endless loop in a contract fills the simulated chain's memory before it reaches the gas limit.
const memoryLimitBytes = 3 * 1024 ** 3;
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.exit(outOfMemory);
}, 100).unref();
process.on("message", (question: Question) => {
  answer(question).then(
    (given) => process.send?.(given),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.({ kind: "ready" } satisfies Answer);

async function answer(question: Question): Promise<Answer> {
  if (question.kind === "compile") return { kind: "compiled", code: compile(question) };
  await writeFile(artifactFile, JSON.stringify({ ...Object(artifact), bytecode: question.code }));
  const isAboutGas = (title: string) => title.startsWith(gasTestsTitle);
  const isFavourite = (title: string) => !isAboutGas(title) && question.favourites.includes(title);
  // Tests that killed recent mutants run first, because they kill most mutants.
  return (
    (await runTests(isFavourite)) ??
    (await runTests((title) => !isAboutGas(title))) ??
    // Gas tests do not apply to code compiled with other settings.
    (question.isDraft ? undefined : await runTests(isAboutGas)) ?? { kind: "survived" }
  );
}

function compile({ mutant, optimizer }: CompileQuestion): string | undefined {
  const mutated = new Map(sources);
  if (mutant) mutated.set(mutant.file, applyMutant(sources.get(mutant.file) ?? "", mutant));
  return compileCollection(root, mutated, { ...settings, ...(optimizer && { optimizer }) });
}

async function loadTests(): Promise<Mocha> {
  const timeout = testTimeoutMilliseconds;
  const loaded = new Mocha({ bail: true, timeout, reporter: Mocha.reporters.Base });
  loaded.cleanReferencesAfterRun(false);
  for (const file of contractTests(root)) loaded.addFile(file);
  await loaded.loadFilesAsync();
  return loaded;
}

/** Restores the chain and runs the tests with these titles until one fails. */
async function runTests(isWanted: (title: string) => boolean): Promise<Answer | undefined> {
  const snapshot = await ethers.provider.send("evm_snapshot");
  const wanted = new Set<string>();
  mocha.suite.eachTest((test: Mocha.Test) => {
    if (isWanted(test.fullTitle())) wanted.add(test.fullTitle());
  });
  // Safety: mocha calls nothing but this method of an expression.
  mocha.grep({ test: (title: string) => wanted.has(title) } as RegExp);
  const failure = await firstFailure();
  if (!failure) quickestFirst(mocha.suite.suites);
  await ethers.provider.send("evm_revert", [snapshot]);
  await networkHelpers.clearSnapshots();
  return failure;
}

function firstFailure(): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let failure: Answer | undefined;
    const runner = mocha.run(() => {
      // Otherwise the runner would keep listening for rejections of those promises.
      runner.dispose();
      resolve(failure);
    });
    runner.on("fail", (test, error) => {
      const timedOut = error.code === "ERR_MOCHA_TIMEOUT";
      failure ??= { kind: "killed", by: test.fullTitle(), timedOut, reason: String(error.message) };
    });
  });
}

/** Sorts the groups of tests by their duration. */
function quickestFirst(suites: Mocha.Suite[]): void {
  const durations = new Map(suites.map((suite) => [suite, durationOf(suite)]));
  suites.sort((a, b) => (durations.get(a) ?? 0) - (durations.get(b) ?? 0));
}

function durationOf(suite: Mocha.Suite): number {
  let milliseconds = 0;
  suite.eachTest((test: Mocha.Test) => {
    milliseconds += test.duration ?? 0;
  });
  return milliseconds;
}
