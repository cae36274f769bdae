import type { Durations } from "../../test/shares.ts";
import type { Coverage } from "./coverage.ts";
import type { FileCoverage } from "./messages.ts";

/** Tests of one file that are run together to judge a mutant. */
export interface PlannedFile {
  file: string;
  /** The first is the one that reaches the fewest other mutants. */
  tests: readonly PlannedTest[];
  /** How long they take on a machine that does nothing else, hooks included, in ms: the same in every run. */
  cost: number;
  /** Whether loading the file reaches the mutant: it has to be on before that. */
  isLoading: boolean;
}

export interface PlannedTest {
  title: string;
  /** How long it may take, in ms. */
  timeout: number;
  /** As that of the file, without its hooks. */
  cost: number;
}

/** So much longer than without a mutant may a test take, on a machine that does other things as well. */
const patience = { factor: 10, milliseconds: 15_000 };

/** A file that takes no time worth a record. */
const leastSeconds = 0.05;

/** Of a file whose tests take longer than this, in ms, those that are most about the mutant are run first. */
const longCost = 4_000;
const firstTests = 3;

/** What to run for a mutant, the quickest first. `durations` are those of `npm test`. */
export function planFor(number: number, coverage: Coverage, durations: Durations): PlannedFile[] {
  const planned: { place: number; part: PlannedFile }[] = [];
  for (const [file, covered] of coverage) {
    const plan = planFile(number, file, covered, durations[file]);
    if (!plan) continue;
    const [first = plan, ...others] = plan.cost > longCost ? splitAfter(plan, firstTests) : [plan];
    planned.push({ place: first.cost, part: first });
    for (const part of others) planned.push({ place: plan.cost, part });
  }
  return planned.sort((a, b) => a.place - b.place).map(({ part }) => part);
}

/** As many of the tests, from the first, as take no longer than `cost` in ms; nothing if none does. */
export function fitInto(plan: PlannedFile, cost: number): PlannedFile | undefined {
  if (plan.cost <= cost) return plan;
  let left = cost - (plan.cost - sumOf(plan.tests));
  let count = 0;
  for (const test of plan.tests) {
    left -= test.cost;
    if (left < 0) break;
    count += 1;
  }
  return count === 0 ? undefined : splitAfter(plan, count)[0];
}

function planFile(
  number: number,
  file: string,
  { loading, shared, tests, milliseconds }: FileCoverage,
  seconds = milliseconds / 1_000,
): PlannedFile | undefined {
  const isLoading = loading.includes(number);
  const isAll = isLoading || shared.includes(number);
  const reaching = tests.filter(({ reached }) => isAll || reached.includes(number));
  if (reaching.length === 0) return undefined;
  const inTests = (list: typeof tests) => list.reduce((sum, test) => sum + test.milliseconds, 0);
  const taken = milliseconds - inTests(tests) + inTests(reaching);
  const scale = (Math.max(seconds, leastSeconds) * 1_000) / Math.max(milliseconds, 1);
  reaching.sort((a, b) => a.reached.length - b.reached.length);
  return {
    file,
    isLoading,
    tests: reaching.map((test) => ({
      title: test.title,
      timeout: patience.milliseconds + patience.factor * test.milliseconds,
      cost: test.milliseconds * scale,
    })),
    cost: taken * scale,
  };
}

/** The first tests, and the others if there are some. Hooks count for both. */
function splitAfter(plan: PlannedFile, count: number): PlannedFile[] {
  const parts = [plan.tests.slice(0, count), plan.tests.slice(count)];
  return parts
    .filter((tests) => tests.length > 0)
    .map((tests) => ({ ...plan, tests, cost: plan.cost - sumOf(plan.tests) + sumOf(tests) }));
}

function sumOf(tests: readonly PlannedTest[]): number {
  return tests.reduce((sum, { cost }) => sum + cost, 0);
}
