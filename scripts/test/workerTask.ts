/** What one process of a test run does. */
export interface WorkerTask {
  /** `mocha` runs TypeScript tests, `solidity` the tests and campaigns in Solidity. */
  kind: "mocha" | "solidity";
  /** Paths from the project's root. */
  files: string[];
  /** Only tests whose full title matches this regular expression. */
  grep?: string | undefined;
  /** Reports the titles as passed without running the tests. */
  isDryRun?: boolean | undefined;
}
