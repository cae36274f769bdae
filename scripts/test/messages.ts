/** What a worker reports to the command that started it, over the process's IPC channel. */
export type WorkerMessage =
  | { type: "passed"; file: string; title: string }
  | { type: "failed"; file: string; title: string; report: string }
  | { type: "skipped"; file: string; title: string }
  | { type: "fileStarted"; file: string }
  | { type: "fileEnded"; cost: FileCost }
  | { type: "resourceWanted"; resource: string };

/** What the command answers. */
export type RunnerMessage = {
  type: "resourceReady";
  resource: string;
  value?: string;
  error?: string;
};

/** What one test file took: the tests' and hooks' own time, and the processor time of all processes that they used. */
export interface FileCost {
  file: string;
  tests: number;
  wallSeconds: number;
  /** User and system time of the worker and of every process it started; undefined where `/proc` is missing. */
  cpuSeconds: number | undefined;
  /** Hooks that took at least a tenth of a second, with their wall time. */
  hooks: { title: string; wallSeconds: number }[];
}
