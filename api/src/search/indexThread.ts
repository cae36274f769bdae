import type { Worker } from "node:worker_threads";
import { startWorker } from "../build.ts";
import type { SqliteIndex } from "./sqliteIndex.ts";
import type { WorkerRequest, WorkerResponse } from "./sqliteWorker.ts";

type Method = WorkerRequest["method"];

interface Pending {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** A worker thread with an `SqliteIndex`. */
export class IndexThread {
  readonly #worker: Worker;
  /** Calls without an answer; the thread answers in order. */
  readonly #pending: Pending[] = [];

  /** Starts the thread. `onFailure` is called when it ends by itself. */
  constructor(path: string, onFailure: () => void) {
    this.#worker = startWorker("search/sqliteWorker.ts", { workerData: path });
    this.#worker.unref();
    this.#worker.on("message", ({ result, error }: WorkerResponse) => {
      const pending = this.#pending.shift();
      if (error === undefined) pending?.resolve(result as never);
      else pending?.reject(error);
    });
    const fail = (error: Error) => {
      onFailure();
      for (const { reject } of this.#pending.splice(0)) reject(error);
    };
    this.#worker.on("error", fail);
    this.#worker.on("exit", () => fail(new Error("The search's thread has ended.")));
  }

  /** Calls a method of the index. Throws what the method throws, or any error when the thread ends. */
  call<Name extends Method>(
    method: Name,
    ...args: Parameters<SqliteIndex[Name]>
  ): Promise<ReturnType<SqliteIndex[Name]>> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#worker.postMessage({ method, args } satisfies WorkerRequest);
    });
  }

  /** Answers all calls, closes the index and ends the thread. */
  async end(): Promise<void> {
    // The file can be made again.
    await this.call("close").catch(() => undefined);
    await this.#worker.terminate();
  }
}
