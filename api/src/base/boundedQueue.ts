import { ApiError } from "./apiError.ts";

/** Numbers of tasks that run and wait at most, and how long one waits. */
export interface QueueLimits {
  running: number;
  waiting: number;
  waitMilliseconds: number;
}

/**
 * Runs a limited number of tasks concurrently and queues further tasks in order, or rejects them with `service.busy`.
 */
export class BoundedQueue {
  running = 0;
  readonly #limits: QueueLimits;
  /** Resolvers that start the queued tasks. */
  readonly #waiting = new Set<() => void>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws {ApiError} `service.busy` if the queue is full. */
  assertNotFull(): void {
    const { running, waiting } = this.#limits;
    if (this.running >= running && this.waiting >= waiting) throw this.#busy();
  }

  /** @throws {ApiError} `service.busy` if the queue is full, or the task waits too long. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    this.assertNotFull();
    if (this.running < this.#limits.running) this.running += 1;
    else await this.#turn();
    try {
      return await task();
    } finally {
      const [start] = this.#waiting;
      if (start === undefined) this.running -= 1;
      else start();
    }
  }

  /** Resolves when a finished task hands over its slot. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(start);
        clearTimeout(timer);
      };
      const start = () => {
        leave();
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(this.#busy());
      }, this.#limits.waitMilliseconds);
      this.#waiting.add(start);
    });
  }

  /** By the time of the retry, every task queued now has started or timed out. */
  #busy(): ApiError {
    const retryAfterSeconds = Math.ceil(this.#limits.waitMilliseconds / 1000);
    return new ApiError("service.busy", { retryAfterSeconds });
  }
}
