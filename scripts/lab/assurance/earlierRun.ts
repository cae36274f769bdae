import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Fate } from "./judge.ts";
import type { Mutant } from "./mutants/mutant.ts";

/** What became of a mutant, and its number in the list of all. */
export interface Outcome extends Fate {
  number: number;
  mutant: Mutant;
}

/**
 * The outcomes of a full run, as `npm run mutate -- --json FILE` wrote them. `mutants` are those of today.
 *
 * @throws when the run was not about the same mutants: then nothing of it holds any more.
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
    `${file} is no full run on the contracts as they are now. Run npm run mutate without --again.`,
  );
}
