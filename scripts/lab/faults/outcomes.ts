import type { Measurements, RequestKind } from "../load/measurements.ts";
import { Refusal } from "../load/refusal.ts";

/** A request that failed without saying why, or a response that is wrong. */
export interface Failure {
  kind: RequestKind;
  reason: string;
}

/** Key of a history that ended in the middle. */
export const endedHistory = "history: aborted";

/** A request in progress. */
interface Pending {
  kind: RequestKind;
  sentAt: number;
}

/** Outcomes of the requests during one fault and the return from it. Times are those of `performance.now()`. */
export class Outcomes implements Pick<Measurements, "take" | "noteAge"> {
  readonly failures: Failure[] = [];
  /** Refused requests by "kind: code", and histories that ended in the middle. */
  readonly refusals = new Map<string, number>();
  reads = 0;
  saves = 0;
  stalestMilliseconds = 0;
  slowestMilliseconds = 0;
  readonly #pending = new Set<Pending>();
  #lastTroubleAt = Number.NEGATIVE_INFINITY;
  #onSettled: (() => void)[] = [];
  /** When the last read and the last save that succeeded were sent. */
  readonly #succeededAt = { read: Number.NEGATIVE_INFINITY, save: Number.NEGATIVE_INFINITY };

  noteAge(milliseconds: number): void {
    this.stalestMilliseconds = Math.max(this.stalestMilliseconds, milliseconds);
  }

  async take<Result>(kind: RequestKind, work: () => Promise<Result>): Promise<Result | undefined> {
    const pending = { kind, sentAt: performance.now() };
    this.#pending.add(pending);
    try {
      const result = await work();
      this.#noteSuccess(pending);
      return result;
    } catch (error) {
      this.#lastTroubleAt = performance.now();
      this.#noteFailure(kind, error);
      return undefined;
    } finally {
      this.#pending.delete(pending);
      const waited = performance.now() - pending.sentAt;
      this.slowestMilliseconds = Math.max(this.slowestMilliseconds, waited);
      for (const settle of this.#onSettled.splice(0)) settle();
    }
  }

  /** Resolves with the end of the next request. */
  nextSettled(): Promise<void> {
    return new Promise((resolve) => this.#onSettled.push(resolve));
  }

  /**
   * Returns the milliseconds after `endedAt` at which the last request failed that the fault could reach; undefined
   * while requests from before `endedAt` are in progress, or if there was no success for `calmMilliseconds`.
   */
  millisecondsUntilBack(endedAt: number, calmMilliseconds: number): number | undefined {
    const backAt = Math.max(endedAt, this.#lastTroubleAt);
    const isPending = [...this.#pending].some(({ sentAt }) => sentAt < backAt);
    const calmAt = backAt + calmMilliseconds;
    const { read, save } = this.#succeededAt;
    if (isPending || read < calmAt || save < calmAt) return undefined;
    return backAt - endedAt;
  }

  #noteSuccess({ kind, sentAt }: Pending): void {
    const what = kind === "save" ? "save" : "read";
    if (what === "save") this.saves += 1;
    else this.reads += 1;
    this.#succeededAt[what] = Math.max(this.#succeededAt[what], sentAt);
  }

  #noteFailure(kind: RequestKind, error: unknown): void {
    if (error instanceof Refusal) {
      this.#countRefusal(`${kind === "save" ? "save" : "read"}: ${error.code}`);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    // The message is that of `node:http` for a response whose connection ended early.
    if (`${kind}: ${reason}` === endedHistory) this.#countRefusal(endedHistory);
    else this.failures.push({ kind, reason });
  }

  #countRefusal(key: string): void {
    this.refusals.set(key, (this.refusals.get(key) ?? 0) + 1);
  }
}
