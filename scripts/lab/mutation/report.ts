import { describeMutant } from "../assurance/mutants/mutant.ts";
import { type ExplainedSurvivor, explains, sourceLineOf } from "../assurance/survivors.ts";
import { staleExplanations } from "./explanations.ts";
import type { Verdict } from "./judge.ts";
import type { PreparedSources } from "./prepareSources.ts";

export interface Outcome {
  number: number;
  verdict: Verdict;
}

interface Settings {
  area: string;
  sample: number | undefined;
  seed: string;
  isPartial: boolean;
  /** In percent. */
  leastScore: number;
}

/** A mutant on one line: its place, its kind and the change. */
export function describe({ mutants }: PreparedSources, number: number): string {
  const mutant = mutants[number];
  if (!mutant) throw new Error(`There is no mutant ${number}.`);
  return `${mutant.file}:${mutant.line}\t${mutant.kind}\t${describeMutant(mutant)}`;
}

/**
 * Prints the survivors and the score.
 *
 * @returns the exit status.
 */
export function report(
  prepared: PreparedSources,
  outcomes: readonly Outcome[],
  explanations: readonly ExplainedSurvivor[],
  { area, sample, seed, isPartial, leastScore }: Settings,
): number {
  const survivors = outcomes.filter(({ verdict }) => verdict.fate === "survived");
  const explanationOf = ({ number }: Outcome) => {
    const mutant = prepared.mutants[number];
    const source = prepared.sources.get(mutant?.file ?? "") ?? "";
    return mutant && explanations.find((one) => explains(one, mutant, source))?.why;
  };
  for (const survivor of survivors) {
    const { run = 0, of = 0 } = survivor.verdict.tests ?? {};
    const tests = of === 0 ? "reached by no test" : `${run} of ${of} tests that reach it`;
    console.log(`${survivor.number}\t${describe(prepared, survivor.number)}`);
    console.log(`\t${explanationOf(survivor) ?? `✘ not explained; ${tests}`}`);
  }
  const unexplained = survivors.filter((survivor) => explanationOf(survivor) === undefined);
  const killed = outcomes.length - survivors.length;
  const explained = survivors.length - unexplained.length;
  const score = percent(killed, outcomes.length);
  console.log(`
mutants tested      ${outcomes.length}, of ${prepared.mutants.length} in ${area}
killed              ${killed}
survived            ${survivors.length}, of which explained ${explained}
score               ${score.toFixed(2)} % (at least ${leastScore} %)
without explained   ${percent(killed, outcomes.length - explained).toFixed(2)} %`);
  if (sample !== undefined) console.log(`sample              ${sample}, seed ${seed}`);
  for (const survivor of unexplained) console.error(template(prepared, survivor));
  const stale = staleExplanations(explanations, prepared);
  for (const { file, line, change } of stale) {
    console.error(`✘ Explained, but there is no such mutant: ${file}: ${line}: ${change}`);
  }
  const isTooLow = !isPartial && score < leastScore;
  return isTooLow || unexplained.length > 0 || stale.length > 0 ? 1 : 0;
}

function percent(part: number, whole: number): number {
  return (100 * part) / Math.max(whole, 1);
}

/** What to put into the area's file of explanations once one knows why. */
function template({ mutants, sources }: PreparedSources, { number }: Outcome): string {
  const mutant = mutants[number];
  if (!mutant) return "";
  const line = sourceLineOf(mutant, sources.get(mutant.file) ?? "");
  return JSON.stringify({ file: mutant.file, line, change: describeMutant(mutant), why: "" });
}
