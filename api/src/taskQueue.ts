import type { DrifterId } from "#protocol/drifterId";

/** Lets the saves of one drifter go one after the other, and those of different ones side by side. */
export class SaveQueue {
  /** The last task of each drifter that has any. */
  readonly #lastTasks = new Map<DrifterId, Promise<unknown>>();

  async inTurn<Result>(drifterId: DrifterId, task: () => Promise<Result>): Promise<Result> {
    const before = this.#lastTasks.get(drifterId) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#lastTasks.set(drifterId, turn);
    try {
      return await turn;
    } finally {
      if (this.#lastTasks.get(drifterId) === turn) this.#lastTasks.delete(drifterId);
    }
  }

  /** Resolves when the tasks that are there now are done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lastTasks.values());
  }
}
