// npm run mutate: mutation testing of the contracts.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import hre from "hardhat";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import { applyMutant, describeMutant, findMutants, type Mutant } from "./mutation/mutants.ts";
import {
  compileCollection,
  parseContracts,
  projectRoot,
  readContracts,
  type Sources,
} from "./mutation/solidity.ts";
import { Tester } from "./mutation/tester.ts";

const help = `Usage: npm run mutate [-- OPTIONS]

Changes our contracts in one place at a time (changes an operator, condition or constant, removes a
statement or modifier, swaps two checks, calls or arguments; also in assembly) and runs the contract tests
on each mutant (test/contracts). A mutant is killed when a test fails. Takes about an hour.

Mutants that do not compile, or compile to the code of the original or of an earlier mutant, do not count
towards the score. Survivors that no test can detect are explained in one sentence each in
scripts/lab/mutation/survivors.json. Exits with 1 if the score is below 95 %, if a survivor is not explained,
or if an explanation matches no survivor: add a test, or update that file.

  --file TEXT    only mutants of files whose path contains TEXT
  --list         print the mutants and stop
  --help         show this text`;

const leastScore = 95;
/** Optimizer settings that compile several times faster than the project's, with which survivors are tested too. */
const draft = {
  enabled: true,
  runs: 1,
  details: { cse: false, constantOptimizer: false, yul: true },
};

/** A survivor that no test can or needs to detect, identified independently of line numbers. */
interface Explanation {
  file: string;
  /** Trimmed source line. */
  line: string;
  change: string;
  /** One sentence. */
  why: string;
}

type Fate = "killed" | "survived" | "same code" | "does not compile";

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
  const sources = await readContracts(projectRoot);
  const all = findMutants(sources, parseContracts(projectRoot, sources));
  const mutants = all.filter((mutant) => mutant.file.includes(file));
  if (mutants.length === 0) throw new UsageError("No mutant is in such a file: see --list.");
  if (list) {
    console.log(mutants.map(where).join("\n"));
    return 0;
  }
  await step("the build", compileContracts);
  const fates = await step("mutants", (tell) => judgeAll(sources, mutants, tell));
  const text = await readFile(join(import.meta.dirname, "mutation/survivors.json"), "utf8");
  const explanations: Explanation[] = JSON.parse(text);
  const survivors = mutants
    .filter((_, index) => fates[index] === "survived")
    .map((mutant) => {
      const line = sources.get(mutant.file)?.split("\n")[mutant.line - 1]?.trim() ?? "";
      const place = { file: mutant.file, line, change: describeMutant(mutant), why: "" };
      const why = explanations.find((each) => isSame(each, place))?.why ?? "";
      return { ...place, why, where: where(mutant) };
    });
  const stale = explanations.filter((each) => !survivors.some((one) => isSame(each, one)));
  // A few selected mutants have neither a representative score nor all survivors.
  return report(fates, survivors, file === "" ? stale : undefined);
}

/** Tests the mutants one after the other. @throws if a test fails without a mutant. */
async function judgeAll(
  sources: Sources,
  mutants: readonly Mutant[],
  tell: (doing: string) => void,
): Promise<Fate[]> {
  const settings = hre.config.solidity.profiles.default?.compilers[0]?.settings;
  const compile = (files: Sources, optimizer: object | undefined) =>
    compileCollection(projectRoot, files, { ...settings, ...(optimizer && { optimizer }) });
  const tester = new Tester();
  /** Codes that were tested before. */
  const tested = new Set<string>();

  async function assertPassing(): Promise<void> {
    for (const optimizer of [draft, undefined]) {
      const code = compile(sources, optimizer) ?? "";
      tested.add(code);
      const { title, reason } = await tester.test({ code, isDraft: optimizer === draft });
      if (title === "") continue;
      throw new Error(`Without a mutant, "${title}" fails: ${reason}. Fix it first.`);
    }
  }

  async function judge(mutant: Mutant): Promise<Fate> {
    const mutated = applyMutant(sources.get(mutant.file) ?? "", mutant);
    for (const optimizer of [draft, undefined]) {
      const code = compile(new Map([...sources, [mutant.file, mutated]]), optimizer);
      // With the draft settings, the stack may be too deep.
      if (code === undefined && optimizer === draft) continue;
      if (code === undefined) return "does not compile";
      if (tested.has(code)) return "same code";
      tested.add(code);
      const { title } = await tester.test({ code, isDraft: optimizer === draft });
      if (title !== "") return "killed";
    }
    return "survived";
  }

  try {
    await assertPassing();
    const fates: Fate[] = [];
    for (const mutant of mutants) {
      fates.push(await judge(mutant));
      const survived = fates.filter((fate) => fate === "survived").length;
      tell(`${fates.length} of ${mutants.length}, ${survived} survived`);
    }
    // If a mutant left state behind, the kills after it would be false.
    await assertPassing();
    return fates;
  } finally {
    tester.end();
  }
}

/**
 * Prints the survivors and the score.
 *
 * @param stale explanations that match no survivor; undefined if not all mutants were tested.
 * @returns the exit status.
 */
function report(
  fates: readonly Fate[],
  survivors: readonly (Explanation & { where: string })[],
  stale: readonly Explanation[] | undefined,
): number {
  const count = (wanted: Fate) => fates.filter((fate) => fate === wanted).length;
  const unexplained = survivors.filter(({ why }) => why === "");
  for (const { where, why } of survivors) console.log(`${where}\n\t${why || "✘ not explained"}`);
  const [killed, survived] = [count("killed"), survivors.length];
  const score = (100 * killed) / Math.max(killed + survived, 1);
  console.log(`
mutants tested      ${killed + survived}
killed              ${killed}
survived            ${survived}, of which explained ${survived - unexplained.length}
not counted         ${count("same code")} with duplicate code, ${count("does not compile")} that do not compile
score               ${score.toFixed(2)} % (at least ${leastScore} %)`);
  for (const { file, line, change } of unexplained) {
    console.error(JSON.stringify({ file, line, change, why: "" }));
  }
  for (const { file, line, change } of stale ?? []) {
    console.error(`✘ Explained, but not among the survivors: ${file}: ${line}: ${change}`);
  }
  const isTooLow = stale !== undefined && score < leastScore;
  return isTooLow || unexplained.length > 0 || (stale ?? []).length > 0 ? 1 : 0;
}

function isSame(one: Explanation, other: Explanation): boolean {
  return one.file === other.file && one.line === other.line && one.change === other.change;
}

function where(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}\t${describeMutant(mutant)}`;
}
