/** What the workers of a run share: the page's production build, a PostgreSQL server. */
export type ResourceName = "page" | "postgres";

/** A test or hook, by its file's path from the project's root and its title with those of its suites. */
export interface TestName {
  file: string;
  title: string;
}

/** What a worker reports to the command that started it, over the process's IPC channel. */
export type WorkerMessage =
  | ({ type: "passed" | "skipped" } & TestName)
  | ({ type: "failed"; report: string } & TestName)
  | { type: "fileStarted"; file: string }
  | { type: "fileEnded"; cost: FileCost }
  | { type: "finished" }
  | { type: "resourceWanted"; resource: ResourceName };

/** The command's answer to `resourceWanted`. */
export interface ResourceMessage {
  type: "resourceReady";
  resource: ResourceName;
  value?: string;
  /** Why there is none. */
  error?: string;
}

/** What a test file took, hooks included. */
export interface FileCost {
  file: string;
  tests: number;
  wallSeconds: number;
  /** User and system time of the worker and of every process it started; undefined where `/proc` is missing. */
  cpuSeconds: number | undefined;
  /** Hooks that took at least a tenth of a second. */
  hooks: { title: string; wallSeconds: number }[];
}
