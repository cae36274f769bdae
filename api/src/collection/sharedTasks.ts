/** Oldest failures beyond this number are forgotten. */
const mostFailures = 10_000;

/** Runs a task once for everybody who asks while it runs, and not again for a while after it failed. */
export class SharedTasks {
  readonly #pauseMilliseconds: number;
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #failures = new Map<string, { error: unknown; until: number }>();

  /** @param pauseMilliseconds for which a failed task's error is thrown again. */
  constructor(pauseMilliseconds: number) {
    this.#pauseMilliseconds = pauseMilliseconds;
  }

  /** @param key same for tasks with the same result. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const failure = this.#failures.get(key);
    if (failure !== undefined && performance.now() < failure.until) throw failure.error;
    // Safety: tasks with the same key have the same result.
    const running = this.#running.get(key) as Promise<Result> | undefined;
    if (running !== undefined) return running;
    const started = this.#start(key, task);
    this.#running.set(key, started);
    return started;
  }

  async #start<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    try {
      return await task();
    } catch (error) {
      this.#failures.set(key, { error, until: performance.now() + this.#pauseMilliseconds });
      const [oldest] = this.#failures.keys();
      if (this.#failures.size > mostFailures && oldest !== undefined) this.#failures.delete(oldest);
      throw error;
    } finally {
      this.#running.delete(key);
    }
  }
}
