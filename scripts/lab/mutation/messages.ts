/** A request to a process of a mutation run. */
export type MutationQuestion =
  | { type: "cover"; file: string }
  | ({ type: "run" } & TestSelection)
  | { type: "end" };

/** Tests of one file, to run until one fails, with or without an active mutant. */
export interface TestSelection {
  /** Number of the mutant, or `noMutant`. */
  number: number;
  file: string;
  /** Full titles and the timeout of each in ms; if empty, all tests of the file run. */
  tests: readonly (readonly [title: string, timeout: number])[];
}

/** A response of such a process. */
export type MutationAnswer =
  | { type: "ready" }
  | ({ type: "covered" } & FileCoverage)
  | ({ type: "ran" } & RunResult)
  /** The file could not be loaded. */
  | { type: "broken"; reason: string };

export interface RunResult {
  /** The test or hook that failed. */
  failure?: { title: string; reason: string; isTimeout: boolean };
  /** Titles of the tests that ran, in order. */
  titles: string[];
  /** Whether the mutant was reached, in this process or in one that a test started. */
  isReached: boolean;
}

/** Numbers of the mutants that the tests of a file reach. */
export interface FileCoverage {
  /** Reached while the file and its imports were loaded. */
  loading: number[];
  /** Reached by hooks of groups and by processes that tests started; counts for every test of the file. */
  shared: number[];
  tests: TestCoverage[];
  /** Tests that fail without an active mutant; they are ignored. */
  failing: string[];
  /** Duration of all tests with their hooks, in ms. */
  milliseconds: number;
}

export interface TestCoverage {
  title: string;
  milliseconds: number;
  reached: number[];
}
