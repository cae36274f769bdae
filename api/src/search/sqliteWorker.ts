import { parentPort, workerData } from "node:worker_threads";
import { SqliteIndex } from "./sqliteIndex.ts";

/** A call of one of the index's methods. */
export interface WorkerRequest {
  method:
    | "load"
    | "reopen"
    | "put"
    | "remove"
    | "search"
    | "matching"
    | "beginnings"
    | "mentionedIn"
    | "close";
  args: readonly unknown[];
}

/** Answers a call, in the order of the calls. */
export interface WorkerResponse {
  result?: unknown;
  error?: unknown;
}

// Safety: `WorkerIndex` starts the worker with a path.
const index = new SqliteIndex(workerData as string);

parentPort?.on("message", ({ method, args }: WorkerRequest) => {
  const answer = (response: WorkerResponse) => parentPort?.postMessage(response);
  try {
    // Safety: the arguments are those of the method.
    const call = index[method] as (...args: readonly unknown[]) => unknown;
    answer({ result: call.apply(index, args as unknown[]) });
  } catch (error) {
    answer({ error });
  }
});
