import { withTimeout } from "../base/withTimeout.ts";

interface RefreshedOptions<Value> {
  /** A previous process's value, if any. */
  value: Value | undefined;
  read(): Promise<Value>;
  /** Called with each newly read value and its predecessor. */
  onRead(value: Value, before: Value | undefined): void;
  onFailure(error: unknown): void;
  /** Minimum interval between the starts of two reads. */
  lifeMilliseconds: number;
  /** How long callers wait for a read, if a cached value exists and if none does. */
  timeoutMilliseconds: { known: number; unknown: number };
}

/** A cached value that is refreshed on demand. Concurrent callers share the pending read. */
export class Refreshed<Value> {
  /** The last value, regardless of its age. */
  value: Value | undefined;
  readonly #options: RefreshedOptions<Value>;
  /** Start times of the last read and of the last successful read. */
  #requestedAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: RefreshedOptions<Value>) {
    this.#options = options;
    this.value = options.value;
  }

  /** Returns whether the value is at most three lifetimes old, which allows for two reads. */
  get isCurrent(): boolean {
    return performance.now() - this.#readAt < 3 * this.#options.lifeMilliseconds;
  }

  /** Starts a read if the last read is old enough. */
  readonly #refresh = (): void => {
    const isDue = performance.now() - this.#requestedAt >= this.#options.lifeMilliseconds;
    if (this.#reading !== undefined || !isDue) return;
    this.#requestedAt = performance.now();
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
    });
  };

  /** Returns a value at most about two lifetimes old, or the last value if the read takes too long. */
  async current(): Promise<Value | undefined> {
    const { lifeMilliseconds } = this.#options;
    this.#refresh();
    // Schedule a read after this call too, because callers may keep using the value instead of calling again.
    clearTimeout(this.#next);
    const due = Math.max(0, this.#requestedAt + lifeMilliseconds - performance.now());
    // Timers may fire a millisecond early.
    if (!this.#isClosed) this.#next = setTimeout(this.#refresh, due + 1).unref();
    const isRecent = performance.now() - this.#readAt < 2 * lifeMilliseconds;
    if (!isRecent) await this.#wait();
    return this.value;
  }

  /** Returns a value at most one lifetime old, or the last value if the read takes too long. */
  async recent(): Promise<Value | undefined> {
    await this.#wait();
    // The pending read may have started earlier than that.
    this.#refresh();
    await this.#wait();
    return this.value;
  }

  /** Stops scheduling reads. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#next);
  }

  /** Waits for the current read, up to its time limit. */
  async #wait(): Promise<void> {
    const { known, unknown } = this.#options.timeoutMilliseconds;
    const timeout = this.value === undefined ? unknown : known;
    const left = this.#requestedAt + timeout - performance.now();
    if (this.#reading !== undefined && left > 0) await withTimeout(this.#reading, left);
  }

  async #read(): Promise<void> {
    try {
      const [value, before] = [await this.#options.read(), this.value];
      this.value = value;
      this.#readAt = this.#requestedAt;
      this.#options.onRead(value, before);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}
