// npm run mutate: mutation testing of the contracts.
import assert from "node:assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import { applyMutant, describeMutant, findMutants, type Mutant } from "./mutation/mutants.ts";
import { compileCreationCode, readContracts, type Sources } from "./mutation/solidity.ts";
import { Tester } from "./mutation/tester.ts";

const help = `Usage: npm run mutate [-- OPTIONS]

Changes our contracts in one place at a time (changes an operator, condition or constant, removes a
statement or modifier, swaps two checks, calls or arguments; also in assembly) and runs the contract tests
on each mutant (test/contracts). A mutant is killed when a test fails. Takes over an hour.

Mutants that do not compile, or compile to the code of the original or of an earlier mutant, do not count
towards the score. Survivors that no test can detect are explained in one sentence each in
scripts/lab/mutation/survivors.json. Exits with 1 if the score is below 95 %, if a survivor is not explained,
or if an explanation matches no survivor: add a test, or update that file.

  --file TEXT    only mutants of files whose path contains TEXT
  --list         print the mutants and stop
  --help         show this text

  npm run mutate -- --file Phases`;

const minScore = 95;

/**
 * Why no test can or needs to detect a survivor, which is identified by its trimmed source line
 * instead of a line number.
 */
type Explanation = Record<"file" | "line" | "change" | "why", string>;

type MutantOutcome = "killed" | "survived" | "same code" | "does not compile";

process.exitCode = await runCommand(
  {
    help,
    options: {
      file: { type: "string", default: "" },
      list: { type: "boolean", default: false },
    },
    read: (options) => options,
    run: mutate,
  },
  process.argv.slice(2),
  console,
);

/** @returns the exit status. */
async function mutate({ file, list }: { file: string; list: boolean }): Promise<number> {
  const sources = readContracts();
  const mutants = findMutants(sources).filter((mutant) => mutant.file.includes(file));
  if (mutants.length === 0) throw new UsageError("No mutant is in such a file: see --list.");
  if (list) {
    console.log(mutants.map(where).join("\n"));
    return 0;
  }
  await step("the build", compileContracts);
  const outcomes = await step("mutants", (report) => testAllMutants(sources, mutants, report));
  const text = await readFile(join(import.meta.dirname, "mutation/survivors.json"), "utf8");
  const explanations: Explanation[] = JSON.parse(text);
  const explained = new Set<Explanation>();
  const unexplained: string[] = [];
  for (const mutant of mutants.filter((_, index) => outcomes[index] === "survived")) {
    const line = sources.get(mutant.file)?.split("\n")[mutant.line - 1]?.trim() ?? "";
    const location = { file: mutant.file, line, change: describeMutant(mutant) };
    const found = explanations.find((each) => isDeepStrictEqual({ ...each, ...location }, each));
    console.log(`${where(mutant)}\n\t${found?.why ?? "✘ not explained"}`);
    if (found) explained.add(found);
    else unexplained.push(JSON.stringify({ ...location, why: "" }));
  }
  const count = (wanted: MutantOutcome) => outcomes.filter((fate) => fate === wanted).length;
  const [killed, survived] = [count("killed"), count("survived")];
  const score = (100 * killed) / Math.max(killed + survived, 1);
  console.log(`
mutants tested      ${killed + survived}
killed              ${killed}
survived            ${survived}, of which explained ${survived - unexplained.length}
not counted         ${count("same code")} with duplicate code, ${count("does not compile")} that do not compile
score               ${score.toFixed(2)} % (at least ${minScore} %)`);
  // With selected mutants, the score is not representative, and survivors may be missing.
  const stale = file === "" ? explanations.filter((each) => !explained.has(each)) : [];
  for (const each of unexplained) console.error(each);
  for (const { file, line, change } of stale) {
    console.error(`✘ Explained, but not among the survivors: ${file}: ${line}: ${change}`);
  }
  const isTooLow = file === "" && score < minScore;
  return isTooLow || unexplained.length > 0 || stale.length > 0 ? 1 : 0;
}

/** Tests the mutants sequentially. @throws {Error} if a test fails without a mutant. */
async function testAllMutants(
  sources: Sources,
  mutants: readonly Mutant[],
  report: (doing: string) => void,
): Promise<MutantOutcome[]> {
  // On demand, because the help does not need it.
  const { default: hre } = await import("hardhat");
  const settings = hre.config.solidity.profiles.default?.compilers[0]?.settings ?? {};
  using tester = new Tester();
  /** Bytecodes that have already been tested. */
  const tested = new Set<string>();

  async function judge(mutant: Mutant): Promise<MutantOutcome> {
    const mutated = applyMutant(sources.get(mutant.file) ?? "", mutant);
    const code = compileCreationCode(new Map([...sources, [mutant.file, mutated]]), settings);
    if (code === undefined) return "does not compile";
    if (tested.has(code)) return "same code";
    tested.add(code);
    return (await tester.test(code)) ? "killed" : "survived";
  }

  async function assertPassing(): Promise<void> {
    const code = compileCreationCode(sources, settings) ?? "";
    tested.add(code);
    const failure = await tester.test(code);
    assert(
      !failure,
      `Without a mutant, "${failure?.title}" fails: ${failure?.reason}. Fix it first.`,
    );
  }

  await assertPassing();
  const outcomes: MutantOutcome[] = [];
  for (const mutant of mutants) {
    outcomes.push(await judge(mutant));
    const survived = outcomes.filter((fate) => fate === "survived").length;
    report(`${outcomes.length} of ${mutants.length}, ${survived} survived`);
  }
  // Reruns the original, because later kills would be meaningless if a mutant left state behind.
  await assertPassing();
  return outcomes;
}

function where(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}\t${describeMutant(mutant)}`;
}
