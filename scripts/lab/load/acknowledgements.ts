import { isDeepStrictEqual } from "node:util";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { assertDurable } from "../crash/durabilityViolation.ts";

/** Acknowledged saves by drifter, oldest first. */
export class Acknowledgements {
  readonly #records = new Map<DrifterId, NarrativeRecord[]>();
  readonly #times = new WeakMap<NarrativeRecord, number>();

  get count(): number {
    return [...this.#records.values()].reduce((sum, records) => sum + records.length, 0);
  }

  get drifterIds(): DrifterId[] {
    return [...this.#records.keys()];
  }

  /** Returns the newest revision that was acknowledged this many milliseconds ago; 0 before the first. */
  revisionOf(drifterId: DrifterId, millisecondsAgo = 0): number {
    const latest = performance.now() - millisecondsAgo;
    const records = this.#records.get(drifterId) ?? [];
    return records.findLast((record) => (this.#times.get(record) ?? 0) <= latest)?.revision ?? 0;
  }

  /**
   * Returns how stale a response with this revision is to a request that was sent at `askedAt` (`performance.now()`):
   * the milliseconds since the first acknowledgement that it does not contain, 0 if it contains all.
   */
  ageOf(drifterId: DrifterId, revision: number, askedAt: number): number {
    const records = this.#records.get(drifterId) ?? [];
    const missing = records.find((record) => record.revision > revision);
    const missingSince = missing && this.#times.get(missing);
    return missingSince === undefined ? 0 : Math.max(0, askedAt - missingSince);
  }

  /** Adds a save that has just been acknowledged. */
  add(record: NarrativeRecord): void {
    this.#times.set(record, performance.now());
    const records = this.#records.get(record.drifterId) ?? [];
    this.#records.set(record.drifterId, [...records, record]);
  }

  /**
   * Compares a drifter's history, newest first, with the acknowledged saves. It may end with one more: a save without a
   * response.
   *
   * @throws {DurabilityViolation} if a save is missing, different or out of order.
   */
  assertKept(drifterId: DrifterId, history: readonly NarrativeRecord[]): void {
    const kept = history.toReversed();
    for (const record of this.#records.get(drifterId) ?? []) {
      assertDurable(
        isDeepStrictEqual(kept[record.revision - 1], record),
        () => `Revision ${record.revision} of drifter ${drifterId} was acknowledged and is lost.`,
      );
    }
  }
}
