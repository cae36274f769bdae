import type { Durations } from "../../test/shares.ts";
import type { Coverage } from "./coverage.ts";
import type { FileCoverage } from "./messages.ts";

/** Tests of one file that run together against a mutant. */
export interface PlannedFile {
  file: string;
  /** The first one reaches the fewest other mutants. */
  tests: readonly PlannedTest[];
  /** Duration on an idle machine in ms, with hooks; a fixed value, so that every run has the same plan. */
  cost: number;
  /** Whether loading the file reaches the mutant, which must then be active before. */
  isLoading: boolean;
}

export interface PlannedTest {
  title: string;
  /** Timeout in ms. */
  timeout: number;
  /** Like the cost of the file, without hooks. */
  cost: number;
}

/** Factor between a test's duration without a mutant and its timeout, long enough for a busy machine. */
const patience = { factor: 10, milliseconds: 15_000 };

/** Cost of a file without a recorded duration. */
const leastSeconds = 0.05;

/** For files that take longer than this in ms, the tests most specific to the mutant run first. */
const longCost = 4_000;
const firstTests = 3;

/** Plans the tests for a mutant, the fastest first. `durations` are those of `npm test`. */
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

/** Returns the first tests that fit into `cost` in ms, or `undefined` if none fits. */
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

/** Splits off the first tests. The cost of hooks counts for both parts. */
function splitAfter(plan: PlannedFile, count: number): PlannedFile[] {
  const parts = [plan.tests.slice(0, count), plan.tests.slice(count)];
  return parts
    .filter((tests) => tests.length > 0)
    .map((tests) => ({ ...plan, tests, cost: plan.cost - sumOf(plan.tests) + sumOf(tests) }));
}

function sumOf(tests: readonly PlannedTest[]): number {
  return tests.reduce((sum, { cost }) => sum + cost, 0);
}
