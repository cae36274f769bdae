import { ApiError } from "../base/apiError.ts";
import type { Limits } from "../settings/limits.ts";

/**
 * Runs a limited number of saves concurrently and queues further saves in order, or rejects them with `service.busy`.
 */
export class SaveQueue {
  running = 0;
  readonly #limits: Limits["saveLimits"];
  /** Resolvers that start the queued saves. */
  readonly #waiting = new Set<() => void>();

  constructor(limits: Limits["saveLimits"]) {
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

  /** @throws {ApiError} `service.busy` if the queue is full, or the save waits too long. */
  async run<Result>(save: () => Promise<Result>): Promise<Result> {
    this.assertNotFull();
    if (this.running < this.#limits.running) this.running += 1;
    else await this.#turn();
    try {
      return await save();
    } finally {
      const [start] = this.#waiting;
      if (start === undefined) this.running -= 1;
      else start();
    }
  }

  /** Resolves when a finished save hands over its slot. */
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

  /** By the time of the retry, every save queued now has started or timed out. */
  #busy(): ApiError {
    const retryAfterSeconds = Math.ceil(this.#limits.waitMilliseconds / 1000);
    return new ApiError("service.busy", { retryAfterSeconds });
  }
}
