import type { TestName } from "./messages.ts";

/**
 * `mocha` runs TypeScript tests, `solidity` fuzz tests and invariant campaigns, `components` tests that render
 * components into a DOM.
 */
export type TaskKind = "mocha" | "solidity" | "components";

/** Task of one process of a test run. */
export interface WorkerTask {
  kind: TaskKind;
  /** Paths from the project's root. */
  files: readonly string[];
  /** Only tests whose full title matches this regular expression. */
  grep?: string | undefined;
  /** If given, only these tests. */
  only?: readonly TestName[] | undefined;
  /** Prints the tests' tree to standard output. */
  isVerbose?: boolean | undefined;
  /** Reports the titles as passed without running the tests. */
  isDryRun?: boolean | undefined;
}
