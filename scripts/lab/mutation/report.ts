import { describeMutant } from "../assurance/mutants/mutant.ts";
import { type ExplainedSurvivor, explains, sourceLineOf } from "../assurance/survivors.ts";
import { staleExplanations } from "./explanations.ts";
import type { MutantResult } from "./judge.ts";
import type { PreparedSources } from "./prepareSources.ts";

export interface Outcome {
  number: number;
  result: MutantResult;
}

export interface Sample {
  /** `seed 1`, `all`. */
  name: string;
  numbers: readonly number[];
  /** Required score in percent; `undefined` for a selection with `--file` or `--only`. */
  leastScore: number | undefined;
}

/** Describes a mutant in one line: place, kind and change. */
export function describe({ mutants }: PreparedSources, number: number): string {
  const mutant = mutants[number];
  if (!mutant) throw new Error(`There is no mutant ${number}.`);
  return `${mutant.file}:${mutant.line}\t${mutant.kind}\t${describeMutant(mutant)}`;
}

/**
 * Prints the survivors and the score of each sample.
 *
 * @returns the exit status.
 */
export function report(
  prepared: PreparedSources,
  outcomes: readonly Outcome[],
  samples: readonly Sample[],
  explanations: readonly ExplainedSurvivor[],
): number {
  const explained = new Map<number, string>();
  for (const { number } of outcomes) {
    const mutant = prepared.mutants[number];
    const source = prepared.sources.get(mutant?.file ?? "") ?? "";
    const why = mutant && explanations.find((one) => explains(one, mutant, source))?.why;
    if (why !== undefined) explained.set(number, why);
  }
  const survivors = outcomes.filter(({ result }) => result.fate === "survived");
  for (const survivor of survivors) printSurvivor(prepared, survivor, explained);
  let status = 0;
  for (const sample of samples) {
    if (!printScore(sample, outcomes, explained)) status = 1;
  }
  const stale = staleExplanations(explanations, prepared);
  for (const { file, line, change } of stale) {
    console.error(`✘ Explained, but the mutant no longer exists: ${file}: ${line}: ${change}`);
  }
  for (const { number, result } of outcomes) {
    if (result.fate === "survived" || !explained.has(number)) continue;
    console.error(`✘ Explained, but killed: ${describe(prepared, number)}`);
    status = 1;
  }
  return stale.length > 0 ? 1 : status;
}

function printSurvivor(
  prepared: PreparedSources,
  { number, result }: Outcome,
  explained: ReadonlyMap<number, string>,
): void {
  console.log(`${number}\t${describe(prepared, number)}`);
  const why = explained.get(number);
  const { run = 0, of = 0 } = result.tests ?? {};
  const tests = of === 0 ? "reached by no test" : `${run} of ${of} tests that reach it`;
  console.log(`\t${why ?? `✘ not explained; ${tests}`}`);
  if (why === undefined) console.error(template(prepared, number));
}

/** @returns whether the score is high enough. */
function printScore(
  { name, numbers, leastScore }: Sample,
  all: readonly Outcome[],
  explained: ReadonlyMap<number, string>,
): boolean {
  const outcomes = all.filter(({ number }) => numbers.includes(number));
  const survivors = outcomes.filter(({ result }) => result.fate === "survived");
  const killed = outcomes.length - survivors.length;
  const harmless = survivors.filter(({ number }) => explained.has(number)).length;
  const score = percent(killed, outcomes.length);
  const bound = leastScore === undefined ? "" : ` (at least ${leastScore} %)`;
  console.log(`
mutants tested      ${outcomes.length}, ${name}
killed              ${killed}
survived            ${survivors.length}, of which explained ${harmless}
score               ${score.toFixed(1)} %${bound}
without explained   ${percent(killed, outcomes.length - harmless).toFixed(1)} %`);
  return leastScore === undefined || score >= leastScore;
}

function percent(part: number, whole: number): number {
  return (100 * part) / Math.max(whole, 1);
}

/** Returns the entry to add to the area's explanations, without its reason. */
function template({ mutants, sources }: PreparedSources, number: number): string {
  const mutant = mutants[number];
  if (!mutant) return "";
  const line = sourceLineOf(mutant, sources.get(mutant.file) ?? "");
  return JSON.stringify({ file: mutant.file, line, change: describeMutant(mutant), why: "" });
}
