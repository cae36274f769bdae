import { setImmediate } from "node:timers/promises";

/**
 * Turns of callers, one in each iteration of the event loop. Steps that block for long would otherwise run in the same
 * iteration if they waited for the same response, and requests that arrive would wait for all of them.
 */
export class LoopTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in an iteration of its own, in the order of the calls. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => setImmediate());
    return this.#last;
  }
}
