/** Serializes tasks for the same subject; runs tasks for different subjects concurrently. */
export class TaskQueue {
  /** Last pending task per subject. */
  readonly #lastTasks = new Map<string, Promise<unknown>>();

  async enqueue<Result>(subject: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#lastTasks.get(subject) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#lastTasks.set(subject, turn);
    try {
      return await turn;
    } finally {
      if (this.#lastTasks.get(subject) === turn) this.#lastTasks.delete(subject);
    }
  }

  /** Resolves once all tasks queued so far are done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lastTasks.values());
  }
}
