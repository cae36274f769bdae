import type { MutationAnswer, RunResult } from "./messages.ts";
import { LostProcessError, type MutationProcess } from "./mutationProcess.ts";
import { fitInto, type PlannedFile } from "./plan.ts";
import { noMutant } from "./switch.ts";

/** Result of testing a mutant. */
export interface MutantResult {
  fate: "killed" | "survived";
  /** The failed test and its file. */
  by?: { file: string; title: string };
  /** For a survivor: number of tests that ran, of those that reach it. */
  tests?: { run: number; of: number };
}

/** The members of a test process that the judge uses. */
export type TestProcess = Pick<MutationProcess, "ask" | "close" | "kill" | "isLost">;

/** Starts a process; a mutant passed here is active before anything is loaded. */
export type StartProcess = (active?: number) => Promise<TestProcess>;

/** Base of the timeout of one request in ms, added to twenty times the tests' cost; a mutant may never end. */
const longestOverhead = 40_000;

/** After this many failures from leftover state, a file runs only once per process. */
const mostMesses = 2;

/**
 * Tests mutants one after the other. Processes are reused, and state that one mutant leaves behind must not kill
 * another: a kill counts only if the same tests pass without the mutant and fail with it again.
 */
export class MutationJudge {
  readonly #start: StartProcess;
  readonly #longestMilliseconds: number;
  #kept: TestProcess | undefined;
  /** Files that have run in the reused process. */
  readonly #ran = new Set<string>();
  /** Failures caused by leftover state, by file. */
  readonly #messes = new Map<string, number>();

  /** @param longestMilliseconds maximum cost of the tests for one mutant, on an idle machine. */
  constructor(start: StartProcess, longestMilliseconds: number) {
    this.#start = start;
    this.#longestMilliseconds = longestMilliseconds;
  }

  async judge(number: number, plan: readonly PlannedFile[]): Promise<MutantResult> {
    const counts = { run: 0, of: plan.reduce((sum, { tests }) => sum + tests.length, 0) };
    let left = this.#longestMilliseconds;
    await using fresh = new FreshProcess(this.#start, number);
    for (const whole of plan) {
      const file = counts.run === 0 ? whole : fitInto(whole, left);
      if (!file) continue;
      left -= file.cost;
      counts.run += file.tests.length;
      const title = (await this.#tryKept(number, file)) ?? (await this.#tryFresh(fresh, file));
      if (title) return { fate: "killed", by: { file: file.file, title } };
    }
    return { fate: "survived", tests: counts };
  }

  async close(): Promise<void> {
    await this.#kept?.close();
    this.#kept = undefined;
  }

  /** @returns the killing test, `""` if none fails, or `undefined` if only a new process can decide. */
  async #tryKept(number: number, plan: PlannedFile): Promise<string | undefined> {
    if (plan.isLoading) return undefined;
    const first = await this.#run(number, plan);
    if (!first.failure) return first.isReached ? "" : undefined;
    // A test that timed out may still run in the background and disturb the next.
    if (first.failure.isTimeout) await this.close();
    const seen = upToFailure(first, plan);
    if ((await this.#run(noMutant, seen)).failure) {
      // An earlier mutant, or the tests, left state behind.
      this.#messes.set(plan.file, (this.#messes.get(plan.file) ?? 0) + 1);
      await this.close();
      return undefined;
    }
    return (await this.#run(number, seen)).failure ? first.failure.title : undefined;
  }

  /** Repeats the tests in new processes, in which the mutant is active from the start. */
  async #tryFresh(fresh: FreshProcess, plan: PlannedFile): Promise<string> {
    const first = await fresh.run(plan);
    if (!first.failure) return "";
    await fresh.close();
    const seen = upToFailure(first, plan);
    if (!(await fresh.run(seen)).failure) return "";
    await fresh.close();
    if ((await this.#run(noMutant, seen)).failure) {
      await this.close();
      if ((await this.#run(noMutant, seen)).failure) return "";
    }
    return first.failure.title;
  }

  async #run(number: number, plan: PlannedFile): Promise<RunResult> {
    const isRepeatable = (this.#messes.get(plan.file) ?? 0) < mostMesses;
    if (!isRepeatable && this.#ran.has(plan.file)) await this.close();
    // A test may have stopped the process after it was reported as passed.
    if (!this.#kept || this.#kept.isLost) {
      // Only one of its two processes may have ended.
      await this.close();
      this.#kept = await this.#start();
      this.#ran.clear();
    }
    this.#ran.add(plan.file);
    return runIn(this.#kept, number, plan);
  }
}

/** A lazily started process in which a mutant is active from the start. */
class FreshProcess {
  readonly #start: StartProcess;
  readonly #number: number;
  #process: TestProcess | undefined;

  constructor(start: StartProcess, number: number) {
    this.#start = start;
    this.#number = number;
  }

  async run(plan: PlannedFile): Promise<RunResult> {
    if (!this.#process || this.#process.isLost) {
      await this.close();
      this.#process = await this.#start(this.#number);
    }
    return runIn(this.#process, this.#number, plan);
  }

  async close(): Promise<void> {
    await this.#process?.close();
    this.#process = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

async function runIn(
  process: TestProcess,
  number: number,
  { file, tests: planned, cost }: PlannedFile,
): Promise<RunResult> {
  const fail = (title: string): RunResult => ({
    failure: { title, reason: title, isTimeout: true },
    titles: [],
    isReached: true,
  });
  try {
    const tests = planned.map(({ title, timeout }) => [title, timeout] as const);
    const timeout = longestOverhead + 20 * cost;
    const answer: MutationAnswer = await process.ask({ type: "run", number, file, tests }, timeout);
    if (answer.type === "ran") return answer;
    process.kill();
    return fail(`${file} does not load`);
  } catch (error) {
    if (!(error instanceof LostProcessError)) throw error;
    return fail(`${file}: ${error.message}`);
  }
}

/** Returns the tests up to the failed one. */
function upToFailure({ titles }: RunResult, plan: PlannedFile): PlannedFile {
  const seen = new Set(titles);
  const tests = plan.tests.filter(({ title }) => seen.has(title));
  return tests.length === 0 ? plan : { ...plan, tests };
}
