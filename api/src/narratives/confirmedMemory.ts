/** Longest time after a confirmation in which memory may answer, in milliseconds. */
const longestLagMilliseconds = 100;

/** Age at which a read starts the next confirmation, in milliseconds: by itself, and after news of a change. */
const refreshAfterMilliseconds = { usually: 25, afterNews: 10 } as const;

interface ConfirmedMemoryOptions {
  /** Loads into memory what was committed before the call. */
  load: () => Promise<void>;
  /** Called once, when memory is used for more than a moment. From then on, `noteNews` may be called. */
  onUse: () => void;
}

/**
 * Decides when memory may answer in place of a database that other processes change. Memory is confirmed by a query
 * for changes, and contains everything that was committed before this query was sent. It may answer until
 * `longestLagMilliseconds` after that moment, unless it expires before.
 *
 * Times are those of the monotonic clock, which runs on while the process is stopped and does not follow the wall clock.
 *
 * Reads drive the confirmations: without reads there are none. News of changes only make them earlier, so lost news
 * delay what readers see, but never beyond the limit.
 */
export class ConfirmedMemory {
  readonly #options: ConfirmedMemoryOptions;
  /** When the query that last confirmed memory was sent. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #lastReadAt = Number.NEGATIVE_INFINITY;
  /** How often memory has expired, and how often it had when the last confirmation was sent. */
  #expirations = 0;
  #confirmedExpirations = 0;
  #hasNews = false;
  #isLoading = false;
  #isUsed = false;
  #loading: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(options: ConfirmedMemoryOptions) {
    this.#options = options;
  }

  /** Whether memory may answer a read at this moment. Starts the next confirmation in time for later reads. */
  mayAnswer(): boolean {
    const now = performance.now();
    this.#lastReadAt = now;
    const age = now - this.#confirmedAt;
    if (age > longestLagMilliseconds || this.#confirmedExpirations < this.#expirations)
      return false;
    const { usually, afterNews } = refreshAfterMilliseconds;
    if (age >= (this.#hasNews ? afterNews : usually)) this.#refresh();
    return true;
  }

  /**
   * Resolves once memory contains everything that was committed before the call. Callers that arrive during a query
   * share the next one, because the running one may be too old for them.
   */
  confirm(): Promise<void> {
    this.#next ??= this.#loading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#loading = this.#load();
        return this.#loading;
      });
    return this.#next;
  }

  /** Ends the confirmation: memory answers again once it contains everything that is committed by now. */
  expire(): void {
    this.#expirations += 1;
  }

  /** Notes that another process has committed a change, which is loaded soon if memory is in use. */
  noteNews(): void {
    this.#hasNews = true;
    const now = performance.now();
    const isInUse = now - this.#lastReadAt <= longestLagMilliseconds;
    const isDue = now - this.#confirmedAt >= refreshAfterMilliseconds.afterNews;
    if (isInUse && isDue) this.#refresh();
  }

  #refresh(): void {
    if (!this.#isUsed) this.#options.onUse();
    this.#isUsed = true;
    if (this.#isLoading || this.#next !== undefined) return;
    // If it fails, later reads query the database themselves and report the failure.
    this.confirm().catch(() => undefined);
  }

  async #load(): Promise<void> {
    const sentAt = performance.now();
    const expirations = this.#expirations;
    this.#hasNews = false;
    this.#isLoading = true;
    try {
      await this.#options.load();
      this.#confirmedAt = sentAt;
      this.#confirmedExpirations = expirations;
    } finally {
      this.#isLoading = false;
    }
  }
}
