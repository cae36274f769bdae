/** Resources that workers share: the production builds of page and service, both, and a PostgreSQL server. */
export type ResourceName = "page" | "service" | "production" | "postgres";

/** A test or hook: its file's path from the project's root, and its full title. */
export interface TestName {
  file: string;
  title: string;
}

/** Message from a worker to its parent process, over IPC. */
export type WorkerMessage =
  | ({ type: "passed" | "skipped" } & TestName)
  | ({ type: "failed"; report: string } & TestName)
  | { type: "fileStarted"; file: string }
  | { type: "fileEnded"; cost: FileCost }
  /** Sent regularly while the process is not blocked. */
  | { type: "alive" }
  /** After a timeout, `left` names the tests that did not run. */
  | { type: "finished"; left: TestName[] }
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
  tests: number;
  wallSeconds: number;
}
