// Child process of npm run mutate. Loads the contract tests once; for each mutant it compiles the collection, lets the
// tests deploy that code, and reports the mutant's fate.
import { hash } from "node:crypto";
import { once } from "node:events";
import { globSync } from "node:fs";
import hre from "hardhat";
import Mocha from "mocha";
import { ethers, networkHelpers } from "../../test/hardhat/contractChain.ts";
import { testTimeoutMilliseconds } from "../../test/runner/testTimeout.ts";
import { applyMutant, type Mutant } from "./mutants.ts";
import { compileCollection, projectRoot, readContracts } from "./solidity.ts";

export interface MutationTask {
  mutants: readonly Mutant[];
  /** Hashes of the codes that were tested before. */
  codes: readonly string[];
}

export interface Fate {
  fate: "killed" | "survived" | "same code" | "does not compile";
  /** Hashes of the codes that were tested. */
  codes: readonly string[];
}

interface Failure {
  title: string;
  isLate: boolean;
  reason: string;
}

/** Optimizer settings that compile several times faster than the project's, with which survivors are tested too. */
const draft = {
  enabled: true,
  runs: 1,
  details: { cse: false, constantOptimizer: false, yul: true },
};
/** A collection of these settings costs other gas. */
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

// Safety: the parent process sends nothing else.
const [task] = (await once(process, "message")) as [MutationTask];
const sources = await readContracts(projectRoot);
const settings = hre.config.solidity.profiles.default?.compilers[0]?.settings;
const artifact = await hre.artifacts.readArtifact("FringeDrifters");
const readArtifact = hre.artifacts.readArtifact.bind(hre.artifacts);
let bytecode: string = artifact.bytecode;
Object.assign(hre.artifacts, {
  readArtifact: async (name: string) =>
    name === "FringeDrifters" ? { ...artifact, bytecode } : readArtifact(name),
});
const mocha = await loadTests();
const tested = new Set(task.codes);
let favourites: readonly string[] = [];

if (tested.size === 0) await requirePassing();
for (const mutant of task.mutants) {
  const { failure, ...fate } = await judge(mutant);
  await new Promise((sent) => process.send?.(fate satisfies Fate, sent));
  if (failure) favourites = [...new Set([failure.title, ...favourites])].slice(0, favouriteCount);
  // A test that timed out may still act, and earlier mutants use memory too: the next ones get a new process.
  if (failure?.isLate || process.memoryUsage.rss() > memoryLimitBytes / 2) process.exit();
}
// If a mutant left state behind, the kills after it would be false.
await requirePassing();
process.exit();

async function requirePassing(): Promise<void> {
  for (const optimizer of [draft, undefined]) {
    bytecode = compile(sources, optimizer) ?? "";
    tested.add(hash("sha256", bytecode));
    const failure = await test(optimizer !== undefined);
    if (!failure) continue;
    console.error(`Without a mutant, "${failure.title}" fails: ${failure.reason}. Fix it first.`);
    process.exit(1);
  }
}

async function judge(mutant: Mutant): Promise<Fate & { failure?: Failure }> {
  const mutated = applyMutant(sources.get(mutant.file) ?? "", mutant);
  const codes: string[] = [];
  for (const optimizer of [draft, undefined]) {
    const code = compile(new Map([...sources, [mutant.file, mutated]]), optimizer);
    if (code === undefined) {
      // Without the optimizer the stack may be too deep.
      if (optimizer === draft) continue;
      return { fate: "does not compile", codes };
    }
    const digest = hash("sha256", code);
    if (tested.has(digest)) return { fate: "same code", codes };
    tested.add(digest);
    codes.push(digest);
    bytecode = code;
    const failure = await test(optimizer !== undefined);
    if (failure) return { fate: "killed", codes, failure };
  }
  return { fate: "survived", codes };
}

function compile(files: ReadonlyMap<string, string>, optimizer: object | undefined) {
  return compileCollection(projectRoot, files, { ...settings, ...(optimizer && { optimizer }) });
}

async function loadTests(): Promise<Mocha> {
  const timeout = testTimeoutMilliseconds;
  const loaded = new Mocha({ bail: true, timeout, reporter: Mocha.reporters.Base });
  loaded.cleanReferencesAfterRun(false);
  const files = globSync("test/contracts/**/*.test.ts").filter((file) => !otherTests.test(file));
  for (const file of files.sort()) loaded.addFile(file);
  await loaded.loadFilesAsync();
  return loaded;
}

async function test(isDraft: boolean): Promise<Failure | undefined> {
  const isWanted = (title: string) => !isDraft || !title.startsWith(gasTests);
  return (
    (await runTests((title) => isWanted(title) && favourites.includes(title))) ??
    (await runTests(isWanted))
  );
}

/** Runs the tests with these titles until one fails, and restores the chain. */
async function runTests(isWanted: (title: string) => boolean): Promise<Failure | undefined> {
  const snapshot = await ethers.provider.send("evm_snapshot");
  // Safety: mocha calls nothing but this method of an expression.
  mocha.grep({ test: isWanted } as RegExp);
  const failure = await new Promise<Failure | undefined>((resolve) => {
    let first: Failure | undefined;
    const runner = mocha.run(() => {
      // Otherwise the runner would keep listening for rejections of those promises.
      runner.dispose();
      resolve(first);
    });
    runner.on("fail", (failed, error) => {
      const isLate = error.code === "ERR_MOCHA_TIMEOUT";
      first ??= { title: failed.fullTitle(), isLate, reason: String(error.message) };
    });
  });
  await ethers.provider.send("evm_revert", [snapshot]);
  await networkHelpers.clearSnapshots();
  return failure;
}
