import type { ChildProcess } from "node:child_process";
import { forkWorker } from "../test/startWorker.ts";
import type { TaskKind } from "../test/workerTask.ts";

/** Processes that have loaded the libraries of tests before there is a task: loading takes longer than a unit test. */
export class SpareWorkers {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #spare = new Map<TaskKind, ChildProcess>();
  readonly #taken = new Set<ChildProcess>();
  readonly #kinds: Set<TaskKind>;

  /** @param kinds to prepare from the start; others are prepared after their first use. */
  constructor(environment: NodeJS.ProcessEnv, kinds: readonly TaskKind[]) {
    this.#environment = environment;
    this.#kinds = new Set(kinds);
  }

  /** Starts a process for each kind that has none. */
  prepare(): void {
    for (const kind of this.#kinds) {
      if (!this.#spare.has(kind)) this.#spare.set(kind, this.#fork(kind));
    }
  }

  /** Returns a process that waits for its task. */
  take(kind: TaskKind): ChildProcess {
    const child = this.#spare.get(kind) ?? this.#fork(kind);
    this.#spare.delete(kind);
    this.#kinds.add(kind);
    this.#taken.add(child);
    child.once("close", () => this.#taken.delete(child));
    return child;
  }

  /** Ends the processes that run tests. */
  cancel(): void {
    for (const child of this.#taken) end(child);
  }

  /** Ends the waiting processes, because what they have loaded has changed. */
  renew(): void {
    for (const child of this.#spare.values()) end(child);
    this.#spare.clear();
  }

  /** Ends all processes. */
  close(): void {
    this.cancel();
    this.renew();
  }

  #fork(kind: TaskKind): ChildProcess {
    const child = forkWorker({ kind }, this.#environment);
    // A process that died while it waited is replaced by a new one.
    child.once("exit", () => {
      if (this.#spare.get(kind) === child) this.#spare.delete(kind);
    });
    return child;
  }
}

/** Ends a process, even one whose tests have a handler of signals: it exits when it loses its parent. */
function end(child: ChildProcess): void {
  child.kill();
  if (child.connected) child.disconnect();
}
