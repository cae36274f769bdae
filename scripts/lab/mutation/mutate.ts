// npm run mutate: mutation testing of the contracts.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import ora from "ora";
import { type Command, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCount, UsageError } from "../../shared/commandLine/usageError.ts";
import { parseContracts, readContracts, type Sources } from "./compiler.ts";
import { type Fate, Judge } from "./judge.ts";
import { findMutants } from "./mutants/findMutants.ts";
import { describeMutant, type Mutant } from "./mutants/mutant.ts";
import { MutationWorker } from "./mutationPool.ts";
import { type ExplainedSurvivor, explains, readExplanations, sourceLineOf } from "./survivors.ts";
import { openWorkshop, projectRoot } from "./workshop.ts";

const help = `Usage: npm run mutate [-- OPTIONS]

Changes our contracts in one place at a time (changes an operator, condition or constant, removes a
statement or modifier, swaps two checks, calls or arguments; also in assembly) and runs the contract tests
on each mutant (test/contracts). A mutant is killed when a test fails.

Mutants that do not compile, or compile to the code of the original or of an earlier mutant, do not count
towards the score. Survivors that no test can detect are explained in one sentence each in
scripts/lab/mutation/survivors.json. Exits with 1 if the score is below 95 %, if a survivor is not explained,
or if an explanation matches no survivor: add a test, or update that file.

  --file TEXT    only mutants of files whose path contains TEXT
  --list         print the mutants and stop
  --workers N    number of parallel processes (2)
  --help         show this text

The working tree is not changed: each worker uses a copy of the project in the temporary folder, which is
removed at the end.`;

const leastScore = 95;
const started = performance.now();
const spinner = ora({ discardStdin: false });
let lastPrintedSeconds = 0;

/** Result of a mutant, with its number in the list of all. */
interface Outcome extends Fate {
  number: number;
  mutant: Mutant;
}

interface Options {
  file: string;
  list: boolean;
  workers: number;
}

const options = {
  file: { type: "string", default: "" },
  list: { type: "boolean", default: false },
  workers: { type: "string", default: "2" },
} as const;

const command: Command<typeof options, Options> = {
  help,
  options,
  read: ({ workers, ...others }) => ({
    ...others,
    workers: readCount("--workers", workers, { from: 1, to: 64 }),
  }),
  run: mutate,
};

/** @returns the exit status. */
async function mutate(options: Options): Promise<number> {
  const sources = await readContracts(projectRoot);
  const all = findMutants(sources, parseContracts(projectRoot, sources));
  const mutants = new Map(
    all
      .map((mutant, index) => [index + 1, mutant] as const)
      .filter(([, { file }]) => file.includes(options.file)),
  );
  if (mutants.size === 0) throw new UsageError("No mutant is in such a file: see --list.");
  if (options.list) {
    for (const [number, mutant] of mutants) console.log(`${number}\t${where(mutant)}`);
    return 0;
  }
  const workers = await openWorkers(Math.min(options.workers, mutants.size));
  const outcomes = await judgeAll(workers, mutants);
  outcomes.sort((a, b) => a.number - b.number);
  for (const worker of workers) worker.close();
  return report(outcomes, await readExplanations(), sources, options);
}

/** Builds the contracts once for all workers. */
async function openWorkers(count: number): Promise<MutationWorker[]> {
  const workshop = await openWorkshop("mutation");
  const build = spawnSync("hardhat", ["build"], { cwd: workshop, encoding: "utf8" });
  if (build.status !== 0) throw new Error(`The contracts do not build:\n${build.stderr}`);
  const artifacts = join(workshop, "artifacts");
  return Promise.all(Array.from({ length: count }, () => MutationWorker.open(artifacts)));
}

async function judgeAll(
  workers: MutationWorker[],
  mutants: ReadonlyMap<number, Mutant>,
): Promise<Outcome[]> {
  const [first] = workers;
  if (!first) throw new Error("At least one worker is needed.");
  const judge = await Judge.prepare(first);
  const outcomes: Outcome[] = [];
  const queue = [...mutants];
  const work = async (worker: MutationWorker) => {
    if (worker !== first) await judge.requirePassing(worker);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [number, mutant] = next;
      const outcome = { number, mutant, ...(await judge.judge(worker, mutant)) };
      outcomes.push(outcome);
      printProgress(outcome, outcomes, mutants.size);
    }
  };
  await Promise.all(workers.map(work));
  // If a mutant left state behind, later kills would be false.
  await Promise.all(workers.map((worker) => judge.requirePassing(worker)));
  spinner.stop();
  return outcomes;
}

/** Prints progress: on a terminal as a spinner's text, elsewhere every 30 seconds; survivors at once. */
function printProgress(
  { number, mutant, fate }: Outcome,
  outcomes: Outcome[],
  total: number,
): void {
  if (fate === "survived") {
    spinner.clear();
    console.error(`survived: ${number}\t${where(mutant)}`);
  }
  const survivors = count(outcomes, "survived");
  const line = `${outcomes.length} of ${total} mutants, ${survivors} survived, ${seconds()} s`;
  if (process.stderr.isTTY) spinner.start(line);
  else if (seconds() - lastPrintedSeconds >= 30) {
    lastPrintedSeconds = seconds();
    console.error(line);
  }
}

/** @returns the exit status. */
function report(
  outcomes: Outcome[],
  explanations: ExplainedSurvivor[],
  sources: Sources,
  { file }: Options,
): number {
  const isPartial = file !== "";
  const survivors = outcomes.filter(({ fate }) => fate === "survived");
  const explanationOf = ({ mutant }: Outcome) =>
    explanations.find((one) => explains(one, mutant, sources.get(mutant.file) ?? ""));
  for (const survivor of survivors) {
    const why = explanationOf(survivor)?.why;
    console.log(`${survivor.number}\t${where(survivor.mutant)}\n\t${why ?? "✘ not explained"}`);
  }
  const unexplained = survivors.filter((survivor) => !explanationOf(survivor));
  const used = new Set(survivors.map(explanationOf));
  const stale = isPartial ? [] : explanations.filter((one) => !used.has(one));
  const score = printScore(outcomes, unexplained.length);
  for (const { mutant } of unexplained) console.error(template(mutant, sources));
  for (const { file: place, line, change } of stale) {
    console.error(`✘ Explained, but not among the survivors: ${place}: ${line}: ${change}`);
  }
  // The score of a few selected mutants is not representative.
  const isTooLow = !isPartial && score < leastScore;
  return isTooLow || unexplained.length > 0 || stale.length > 0 ? 1 : 0;
}

function printScore(outcomes: Outcome[], unexplained: number): number {
  const killed = count(outcomes, "killed");
  const survived = count(outcomes, "survived");
  const score = (100 * killed) / Math.max(killed + survived, 1);
  console.log(`
mutants tested      ${killed + survived}
killed              ${killed}
survived            ${survived}, of which explained ${survived - unexplained}
not counted         ${count(outcomes, "same code")} with duplicate code, ${count(outcomes, "does not compile")} that do not compile
score               ${score.toFixed(2)} % (at least ${leastScore} %)
time                ${seconds()} s`);
  return score;
}

/** Returns the entry to add to survivors.json, without its reason. */
function template(mutant: Mutant, sources: Sources): string {
  const line = sourceLineOf(mutant, sources.get(mutant.file) ?? "");
  return JSON.stringify({ file: mutant.file, line, change: describeMutant(mutant), why: "" });
}

function where(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}\t${mutant.kind}\t${describeMutant(mutant)}`;
}

function count(outcomes: Outcome[], fate: Outcome["fate"]): number {
  return outcomes.filter((outcome) => outcome.fate === fate).length;
}

function seconds(): number {
  return Math.round((performance.now() - started) / 1000);
}

process.exitCode = await runCommand(command, process.argv.slice(2), console);
