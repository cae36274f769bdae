import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Fate } from "./judge.ts";
import type { Mutant } from "./mutants/mutant.ts";

/** Result of a mutant, with its number in the list of all. */
export interface Outcome extends Fate {
  number: number;
  mutant: Mutant;
}

/**
 * Reads the results of a full run, which `npm run mutate -- --json FILE` wrote.
 *
 * @throws when the run did not test exactly these mutants.
 */
export async function readEarlierRun(
  file: string,
  mutants: readonly Mutant[],
): Promise<readonly Outcome[]> {
  const outcomes: unknown = JSON.parse(await readFile(file, "utf8"));
  const isOfToday =
    Array.isArray(outcomes) &&
    outcomes.length === mutants.length &&
    outcomes.every(({ number, mutant }) => isDeepStrictEqual(mutant, mutants[number - 1]));
  if (isOfToday) return outcomes;
  throw new Error(
    `${file} is not a full run on the current contracts. Run npm run mutate without --again.`,
  );
}
