import { ApiError } from "../base/apiError.ts";
import type { Limits } from "../settings/limits.ts";

/** Runs a bounded number of saves at once and the others after them, in order, or rejects them with `service.busy`. */
export class SaveQueue {
  running = 0;
  readonly #limits: Limits["saveLimits"];
  /** What starts each waiting save. */
  readonly #waiting = new Set<() => void>();

  constructor(limits: Limits["saveLimits"]) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws {ApiError} `service.busy` if a save would be rejected at once. */
  assertNotFull(): void {
    const { running, waiting } = this.#limits;
    if (this.running >= running && this.waiting >= waiting) throw this.#busy();
  }

  /** @throws {ApiError} `service.busy` if too many wait, or this one has waited too long. */
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

  /** Resolves when another save hands its turn over. */
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

  /** Nothing that waits now waits longer than the retry. */
  #busy(): ApiError {
    const retryAfterSeconds = Math.ceil(this.#limits.waitMilliseconds / 1000);
    return new ApiError("service.busy", { retryAfterSeconds });
  }
}
