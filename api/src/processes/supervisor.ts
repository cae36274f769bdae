import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

/** How a process ended: its exit status, or the signal that ended it. */
export interface ProcessEnd {
  status: number | null;
  signal: string | null;
}

/** A started process of the service. */
export interface ServingProcess {
  pid: number | undefined;
  /** Resolves once it accepts connections, with false if it ended before. */
  ready: Promise<boolean>;
  ended: Promise<ProcessEnd>;
  /** Asks it to finish its requests and exit; `isReplaced` if others of the same service go on. */
  end(isReplaced: boolean): void;
  kill(): void;
}

interface SupervisorOptions {
  /** Number of processes. */
  count: number;
  /** Starts the process of a place, 1 to `count`. */
  start(place: number): ServingProcess;
  logger: Logger;
  /** Time before a process that ended is started again; doubled each time, up to the longest. */
  pauses?: Pauses;
}

interface Pauses {
  firstMilliseconds: number;
  longestMilliseconds: number;
  /** A process that has run for this time is started again after the first pause. */
  steadyMilliseconds: number;
}

const defaultPauses: Pauses = {
  firstMilliseconds: 500,
  longestMilliseconds: 30_000,
  steadyMilliseconds: 60_000,
};

/** Keeps a number of processes running, and replaces them one after the other. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #pauses: Pauses;
  /** All that have not ended, with those that are starting or ending. */
  readonly #alive = new Set<ServingProcess>();
  /** The process of each place. */
  readonly #places = new Map<number, ServingProcess>();
  readonly #ending = new AbortController();
  #replacing: Promise<void> | undefined;
  #isOutdated = false;
  /** Processes started again after they ended, and replaced on request. */
  readonly starts = { ended: 0, replaced: 0 };

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#pauses = options.pauses ?? defaultPauses;
  }

  /** Number of processes that have not ended. */
  get running(): number {
    return this.#alive.size;
  }

  /**
   * Starts the first process, and the others once it accepts connections.
   *
   * @returns undefined; or how the first process ended, if it did before.
   */
  async start(): Promise<ProcessEnd | undefined> {
    const first = this.#start(1);
    if (!(await first.ready)) return first.ended;
    this.#place(1, first);
    const others = Array.from({ length: this.#options.count - 1 }, (_, index) => {
      const process = this.#start(index + 2);
      this.#place(index + 2, process);
      return process.ready;
    });
    await Promise.all(others);
    return undefined;
  }

  /**
   * Replaces the processes one after the other: each ends once its successor accepts connections. If a new one ends
   * before, the others are kept. A request during a replacement starts another one after it.
   */
  async replace(): Promise<void> {
    this.#isOutdated = true;
    this.#replacing ??= this.#replaceAll().finally(() => {
      this.#replacing = undefined;
    });
    await this.#replacing;
  }

  /** Ends all processes gracefully. */
  async end(): Promise<void> {
    this.#ending.abort();
    const alive = [...this.#alive];
    for (const process of alive) process.end(false);
    await Promise.all(alive.map(({ ended }) => ended));
  }

  /** Ends all processes at once. */
  kill(): void {
    this.#ending.abort();
    for (const process of this.#alive) process.kill();
  }

  async #replaceAll(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      for (let place = 1; place <= this.#options.count && !this.#isEnding; place += 1) {
        if (!(await this.#replaceOne(place))) return;
      }
    }
    if (!this.#isEnding) this.#options.logger.info("all processes were replaced");
  }

  async #replaceOne(place: number): Promise<boolean> {
    const { logger } = this.#options;
    const next = this.#start(place);
    if (!(await next.ready)) {
      const end = await next.ended;
      if (!this.#isEnding) {
        logger.error(
          { process: next.pid, ...end },
          "a new process did not start: the others keep running",
        );
      }
      return false;
    }
    const previous = this.#places.get(place);
    this.#place(place, next);
    this.starts.replaced += 1;
    if (previous !== undefined && this.#alive.has(previous)) previous.end(true);
    await previous?.ended;
    return true;
  }

  #start(place: number): ServingProcess {
    const process = this.#options.start(place);
    this.#alive.add(process);
    void process.ended.then(() => this.#alive.delete(process));
    return process;
  }

  #place(place: number, process: ServingProcess): void {
    this.#places.set(place, process);
    void this.#keep(place, process);
  }

  /** Starts the process of a place again whenever it ends, until it is replaced. */
  async #keep(place: number, first: ServingProcess): Promise<void> {
    const { logger } = this.#options;
    const { firstMilliseconds, longestMilliseconds, steadyMilliseconds } = this.#pauses;
    let process = first;
    let pause = firstMilliseconds;
    for (;;) {
      const startedAt = performance.now();
      const end = await process.ended;
      if (this.#isEnding || this.#places.get(place) !== process) return;
      if (performance.now() - startedAt >= steadyMilliseconds) pause = firstMilliseconds;
      const inSeconds = pause / 1000;
      logger.error(
        { process: process.pid, ...end, inSeconds },
        "a process ended and is started again",
      );
      await delay(pause, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      if (this.#isEnding || this.#places.get(place) !== process) return;
      pause = Math.min(2 * pause, longestMilliseconds);
      process = this.#start(place);
      this.#places.set(place, process);
      this.starts.ended += 1;
      void this.#report(process);
    }
  }

  async #report(process: ServingProcess): Promise<void> {
    if (!(await process.ready)) return;
    this.#options.logger.info({ process: process.pid }, "a process was started again");
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }
}
