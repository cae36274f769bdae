import { ApiError } from "../problem.ts";

/** Bounds of the saves that a process verifies and stores. */
export interface SaveLimits {
  /** Saves at once. */
  running: number;
  /** Saves that wait for their turn; more are refused. */
  waiting: number;
  /** A save that has waited for this time is refused. */
  waitMilliseconds: number;
}

/** The more saves at once, the longer reads have to wait for their steps: docs/decisions/0011-signers-recovered-by-webassembly.md. */
export const defaultSaveLimits: SaveLimits = { running: 8, waiting: 256, waitMilliseconds: 2_000 };

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

/** Runs a bounded number of saves at once and the others after them, in order, or refuses them with `service.busy`. */
export class SaveQueue {
  readonly #limits: SaveLimits;
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(limits: SaveLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a save would be refused at once. */
  get isFull(): boolean {
    return this.#running >= this.#limits.running && this.#waiting.size >= this.#limits.waiting;
  }

  /** When refused saves may be tried again: nothing that waits now waits longer. */
  get retryAfterSeconds(): number {
    return Math.ceil(this.#limits.waitMilliseconds / 1000);
  }

  /** @throws {ApiError} `service.busy` if too many wait, or this one has waited too long. */
  async run<Result>(save: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.running) this.#running += 1;
    else await this.#turn();
    try {
      return await save();
    } finally {
      this.#release();
    }
  }

  /** Resolves when another save hands its turn over. */
  async #turn(): Promise<void> {
    if (this.isFull) throw this.#refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => {
      this.#waiting.delete(waiting);
      reject(this.#refusal());
    };
    const timer = setTimeout(refuse, this.#limits.waitMilliseconds);
    const waiting: Waiting = { start: resolve, timer };
    this.#waiting.add(waiting);
    await promise;
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  }

  #refusal(): ApiError {
    return new ApiError("service.busy", { retryAfterSeconds: this.retryAfterSeconds });
  }
}
