/** Resources that workers share: the production builds of page and service, both, and a PostgreSQL server. */
export type ResourceName = "page" | "service" | "production" | "postgres";

/** A test or hook: its file's path from the project's root, and its full title. */
export interface TestName {
  file: string;
  title: string;
}

/** Task of one process of a test run. */
export interface WorkerTask {
  /** Paths from the project's root. */
  files: readonly string[];
  /** Whether the files render components into a DOM. */
  needsDom: boolean;
  /** Only tests whose full title matches this regular expression. */
  grep?: string | undefined;
  /** Prints the tests' tree to standard output. */
  isVerbose?: boolean;
  /** Reports the titles as passed without running the tests. */
  isDryRun?: boolean;
}

/** Message from a worker to its parent process, over IPC. */
export type WorkerMessage =
  | ({ type: "passed" | "skipped" } & TestName)
  | ({ type: "failed"; report: string } & TestName)
  | { type: "fileStarted"; file: string }
  | ({ type: "fileEnded" } & FileCost)
  /** Sent regularly while the process is not blocked. */
  | { type: "alive" }
  /** Whether a test timed out: it may still act on what later ones use, so they do not run in this process. */
  | { type: "finished"; isLate: boolean }
  | { type: "resourceWanted"; resource: ResourceName };

/** Response to `resourceWanted`. */
export interface ResourceMessage {
  type: "resourceReady";
  resource: ResourceName;
  value?: string;
  /** Why it could not be created. */
  error?: string;
}

/** Time of a test file, hooks included. */
export interface FileCost {
  file: string;
  wallSeconds: number;
}
