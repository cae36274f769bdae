import type { Durations } from "../../test/shares.ts";
import type { Coverage } from "./coverage.ts";

/** What is run of a test file to judge a mutant. */
export interface PlannedFile {
  file: string;
  /** Full titles, and how long each may take in ms. */
  tests: readonly (readonly [title: string, timeout: number])[];
  /** How long they took without a mutant when that was measured, hooks included, in ms. */
  milliseconds: number;
  /** How long they take on a machine that does nothing else, in ms: the same in every run. */
  cost: number;
  /** Whether loading the file reaches the mutant: it has to be on before that. */
  isLoading: boolean;
}

/** So much longer than without a mutant may a test take, on a machine that does other things as well. */
const patience = { factor: 10, milliseconds: 15_000 };

/** A file that takes no time worth a record. */
const leastSeconds = 0.05;

/** The files whose tests reach a mutant, the quickest first. `durations` are those of `npm test`. */
export function planFor(number: number, coverage: Coverage, durations: Durations): PlannedFile[] {
  const planned: PlannedFile[] = [];
  for (const [file, { loading, shared, tests, milliseconds }] of coverage) {
    const isLoading = loading.includes(number);
    const isAll = isLoading || shared.includes(number);
    const reaching = tests.filter(({ reached }) => isAll || reached.includes(number));
    if (reaching.length === 0) continue;
    const inTests = (list: typeof tests) => list.reduce((sum, test) => sum + test.milliseconds, 0);
    const taken = milliseconds - inTests(tests) + inTests(reaching);
    const share = taken / Math.max(milliseconds, 1);
    const seconds = Math.max(durations[file] ?? milliseconds / 1_000, leastSeconds);
    planned.push({
      file,
      isLoading,
      tests: reaching.map((test) => [
        test.title,
        patience.milliseconds + patience.factor * test.milliseconds,
      ]),
      milliseconds: taken,
      cost: share * seconds * 1_000,
    });
  }
  return planned.sort((a, b) => a.cost - b.cost);
}
