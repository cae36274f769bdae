/** The phase in which a request began: before the first process was stopped, until the last was back, or after that. */
export const stretches = ["before", "restarts", "after"] as const;
export type Stretch = (typeof stretches)[number];

/** The kind of request. */
export const readKinds = ["story", "list", "history", "page", "script", "portrait"] as const;
export type RequestKind = (typeof readKinds)[number] | "save";

/** One request that was answered as it should be. */
export interface Sample {
  kind: RequestKind;
  stretch: Stretch;
  milliseconds: number;
}

/** One that was not. */
export interface Failure {
  kind: RequestKind;
  stretch: Stretch;
  reason: string;
}

/** Everything that was measured in a run, and how long each stretch took. */
export class Measurements {
  readonly samples: Sample[] = [];
  readonly failures: Failure[] = [];
  readonly seconds: Record<Stretch, number> = { before: 0, restarts: 0, after: 0 };
  #stretch: Stretch = "before";
  #begun = performance.now();
  #readsAndSaves = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;

  /** Ends the stretch before. */
  enter(stretch: Stretch): void {
    this.end();
    this.#stretch = stretch;
    this.#readsAndSaves = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  }

  /** Resolves once something that began in this stretch was read, and something was saved. */
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

  /** Takes the time of `work`; undefined, and a failure more, if it throws. */
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
