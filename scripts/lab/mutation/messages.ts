/** What a process of a mutation run is asked. */
export type MutationQuestion =
  | { type: "cover"; file: string }
  | ({ type: "run" } & TestSelection)
  | { type: "end" };

/** Tests of one file, to be run with a mutant on, or with none, until one fails. */
export interface TestSelection {
  /** `noMutant` for none. */
  number: number;
  file: string;
  /** Full titles, and how long each may take in ms; none means all tests of the file. */
  tests: readonly (readonly [title: string, timeout: number])[];
}

/** What it answers. */
export type MutationAnswer =
  | { type: "ready" }
  | ({ type: "covered" } & FileCoverage)
  | ({ type: "ran" } & RunResult)
  /** The file could not be loaded. */
  | { type: "broken"; reason: string };

export interface RunResult {
  /** The test or hook that failed. */
  failure?: { title: string; reason: string; isTimeout: boolean };
  /** The titles of the tests that were run, in their order. */
  titles: string[];
  /** Whether the mutant's place was reached, in this process or in one that a test started. */
  isReached: boolean;
}

/** What the tests of a file reach: numbers of mutants. */
export interface FileCoverage {
  /** While the file and what it imports were loaded. */
  loading: number[];
  /** By hooks of groups, and by processes that tests started: it counts for every test of the file. */
  shared: number[];
  tests: TestCoverage[];
  /** Tests that fail though no mutant is on; nothing is judged by them. */
  failing: string[];
  /** How long all tests with their hooks took, in ms. */
  milliseconds: number;
}

export interface TestCoverage {
  title: string;
  milliseconds: number;
  reached: number[];
}
