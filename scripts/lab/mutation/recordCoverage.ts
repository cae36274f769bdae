import Mocha from "mocha";
import type { FileCoverage, TestCoverage } from "./messages.ts";

const {
  EVENT_HOOK_BEGIN,
  EVENT_TEST_BEGIN,
  EVENT_TEST_FAIL,
  EVENT_TEST_PASS,
  EVENT_TEST_PENDING,
  EVENT_RUN_END,
} = Mocha.Runner.constants;

/** The clock, even while a test replaces it. */
const now = performance.now.bind(performance);

/** Records which mutants each test of a mocha run reaches. */
export class CoverageRecorder {
  readonly #tests = new Map<string, TestCoverage>();
  readonly #failing = new Set<string>();
  readonly #shared = new Set<number>();
  readonly #takeReached: () => number[];
  readonly #takeHits: () => number[];
  /** The running test. Hooks of a group count for all tests. */
  #current: TestCoverage | undefined;
  #started = 0;

  /** Both functions return the mutants reached since their last call. */
  constructor(takeReached: () => number[], takeHits: () => number[]) {
    this.#takeReached = takeReached;
    this.#takeHits = takeHits;
  }

  record(runner: Mocha.Runner): void {
    runner.on(EVENT_TEST_BEGIN, (test: Mocha.Test) => this.#begin(test.fullTitle()));
    runner.on(EVENT_HOOK_BEGIN, (hook: Mocha.Hook) => {
      if (/^"(before|after) all" hook/.test(hook.title)) this.#turnTo(undefined);
    });
    runner.on(EVENT_TEST_PASS, () => this.#time());
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Test | Mocha.Hook) => {
      this.#time();
      this.#failing.add(test.fullTitle());
    });
    runner.on(EVENT_TEST_PENDING, (test: Mocha.Test) => this.#tests.delete(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => this.#turnTo(undefined));
  }

  finish(): Pick<FileCoverage, "shared" | "tests" | "failing"> {
    const tests = [...this.#tests.values()].filter(({ title }) => !this.#failing.has(title));
    return { shared: [...this.#shared], tests, failing: [...this.#failing] };
  }

  #begin(title: string): void {
    const test = this.#tests.get(title) ?? { title, milliseconds: 0, reached: [] };
    this.#tests.set(title, test);
    this.#turnTo(test);
    this.#started = now();
  }

  #time(): void {
    if (this.#current) this.#current.milliseconds = Math.ceil(now() - this.#started);
  }

  #turnTo(next: TestCoverage | undefined): void {
    const reached = this.#takeReached();
    if (this.#current) this.#current.reached.push(...reached);
    else for (const number of reached) this.#shared.add(number);
    for (const number of this.#takeHits()) this.#shared.add(number);
    this.#current = next;
  }
}
