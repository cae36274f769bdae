// npm run mutate: mutation testing of the contracts.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import { describeMutant, findMutants, type Mutant } from "./mutation/mutants.ts";
import type { Fate, MutationTask } from "./mutation/mutationWorker.ts";
import { parseContracts, projectRoot, readContracts, type Sources } from "./mutation/solidity.ts";

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
/** Longer than all tests take: a contract's endless loop may outlast the time limit of its test. */
const longestSilenceMilliseconds = 600_000;

/** A survivor that no test can or needs to detect, identified independently of line numbers. */
interface Explanation {
  file: string;
  /** Trimmed source line. */
  line: string;
  change: string;
  /** One sentence. */
  why: string;
}

type Outcome = Explanation & { mutant: Mutant; fate: Fate["fate"] };

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
  const fates = await step("mutants", (tell) => judgeAll(mutants, tell));
  const text = await readFile(join(import.meta.dirname, "mutation/survivors.json"), "utf8");
  const explanations: Explanation[] = JSON.parse(text);
  const outcomes = mutants.map((mutant, index): Outcome => {
    const place = placeOf(mutant, sources);
    const why = explanations.find((each) => isSame(each, place))?.why ?? "";
    return { ...place, why, mutant, fate: fates[index]?.fate ?? "survived" };
  });
  // A few selected mutants have neither a representative score nor all survivors.
  return report(outcomes, file === "" ? explanations : []);
}

async function judgeAll(mutants: readonly Mutant[], tell: (doing: string) => void) {
  const fates: Fate[] = [];
  const codes: string[] = [];
  while (fates.length < mutants.length) {
    const task: MutationTask = { mutants: mutants.slice(fates.length), codes };
    await runWorker(task, (fate) => {
      fates.push(fate);
      codes.push(...fate.codes);
      const survivors = fates.filter((each) => each.fate === "survived").length;
      tell(`${fates.length} of ${mutants.length}, ${survivors} survived`);
    });
  }
  return fates;
}

/** Runs a worker until it ends: a mutant that blocks it, or fills its memory, is killed with it. */
async function runWorker(task: MutationTask, take: (fate: Fate) => void): Promise<void> {
  const child = fork(join(import.meta.dirname, "mutation/mutationWorker.ts"), {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: "test" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const silence = setTimeout(() => child.kill("SIGKILL"), longestSilenceMilliseconds);
  child.on("message", (fate: Fate) => {
    silence.refresh();
    take(fate);
  });
  child.send(task);
  const [status, signal] = await once(child, "close");
  clearTimeout(silence);
  if (signal !== null) take({ fate: "killed", codes: [] });
  else if (status !== 0) throw new Error("The worker failed; its message is above.");
}

/** @returns the exit status. */
function report(outcomes: readonly Outcome[], explanations: readonly Explanation[]): number {
  const count = (wanted: Fate["fate"]) => outcomes.filter(({ fate }) => fate === wanted).length;
  const survivors = outcomes.filter(({ fate }) => fate === "survived");
  const unexplained = survivors.filter(({ why }) => why === "");
  const stale = explanations.filter((each) => !survivors.some((one) => isSame(each, one)));
  for (const { mutant, why } of survivors) {
    console.log(`${where(mutant)}\n\t${why || "✘ not explained"}`);
  }
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
  for (const { file, line, change } of stale) {
    console.error(`✘ Explained, but not among the survivors: ${file}: ${line}: ${change}`);
  }
  const isTooLow = explanations.length > 0 && score < leastScore;
  return isTooLow || unexplained.length > 0 || stale.length > 0 ? 1 : 0;
}

function placeOf(mutant: Mutant, sources: Sources): Omit<Explanation, "why"> {
  const lines = sources.get(mutant.file)?.split("\n") ?? [];
  const line = lines[mutant.line - 1]?.trim() ?? "";
  return { file: mutant.file, line, change: describeMutant(mutant) };
}

function isSame(one: Omit<Explanation, "why">, other: Omit<Explanation, "why">): boolean {
  return one.file === other.file && one.line === other.line && one.change === other.change;
}

function where(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}\t${describeMutant(mutant)}`;
}
