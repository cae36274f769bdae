/** The phase in which a request began: before the first process was stopped, until the last was back, or after that. */
export const stretches = ["before", "restarts", "after"] as const;
export type Stretch = (typeof stretches)[number];

/** The kind of request. */
export const readKinds = ["story", "list", "history", "page", "script", "portrait"] as const;
export type RequestKind = (typeof readKinds)[number] | "save";

/** A request with a correct response. */
export interface Sample {
  kind: RequestKind;
  stretch: Stretch;
  milliseconds: number;
}

/** A failed request. */
export interface Failure {
  kind: RequestKind;
  stretch: Stretch;
  reason: string;
}

/** Measurements of a run and durations of its stretches. */
export class Measurements {
  readonly samples: Sample[] = [];
  readonly failures: Failure[] = [];
  /** Age of the stalest read: how long before it a save that it lacked had been acknowledged. */
  stalestMilliseconds = 0;
  readonly seconds: Record<Stretch, number> = { before: 0, restarts: 0, after: 0 };
  #stretch: Stretch = "before";
  #begun = performance.now();
  #readsAndSaves = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;

  /** Starts a stretch, which ends the previous one. */
  enter(stretch: Stretch): void {
    this.end();
    this.#stretch = stretch;
    this.#readsAndSaves = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  }

  /** Resolves once a read and a save that started in this stretch have succeeded. */
  async isCovered(signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort);
    try {
      const both = Promise.all(this.#readsAndSaves.map(({ promise }) => promise));
      await Promise.race([both, aborted.promise]);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  end(): void {
    const now = performance.now();
    this.seconds[this.#stretch] += (now - this.#begun) / 1000;
    this.#begun = now;
  }

  /** Notes how stale a read was. */
  noteAge(milliseconds: number): void {
    this.stalestMilliseconds = Math.max(this.stalestMilliseconds, milliseconds);
  }

  /** Measures `work`. If it throws, records a failure and returns undefined. */
  async take<Result>(kind: RequestKind, work: () => Promise<Result>): Promise<Result | undefined> {
    const stretch = this.#stretch;
    const begun = performance.now();
    try {
      const result = await work();
      this.samples.push({ kind, stretch, milliseconds: performance.now() - begun });
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.failures.push({ kind, stretch, reason });
      return undefined;
    } finally {
      const [read, save] = this.#readsAndSaves;
      if (stretch === this.#stretch) (kind === "save" ? save : read).resolve();
    }
  }
}
