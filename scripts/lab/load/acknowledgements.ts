import { isDeepStrictEqual } from "node:util";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { promise } from "../crash/durabilityViolation.ts";

/** Every save that was acknowledged, by drifter, oldest first. */
export class Acknowledgements {
  readonly #records = new Map<DrifterId, NarrativeRecord[]>();

  get count(): number {
    return [...this.#records.values()].reduce((sum, records) => sum + records.length, 0);
  }

  get drifterIds(): DrifterId[] {
    return [...this.#records.keys()];
  }

  /** The newest revision that was acknowledged; 0 before the first. */
  revisionOf(drifterId: DrifterId): number {
    return this.#records.get(drifterId)?.at(-1)?.revision ?? 0;
  }

  add(record: NarrativeRecord): void {
    const records = this.#records.get(record.drifterId) ?? [];
    this.#records.set(record.drifterId, [...records, record]);
  }

  /**
   * Holds a drifter's history, newest first, against all that was acknowledged. Only at the end may be more:
   * a save whose answer did not arrive.
   *
   * @throws {DurabilityViolation} if one is missing, another, or in another place.
   */
  assertKept(drifterId: DrifterId, history: readonly NarrativeRecord[]): void {
    const kept = history.toReversed();
    for (const record of this.#records.get(drifterId) ?? []) {
      promise(
        isDeepStrictEqual(kept[record.revision - 1], record),
        () => `Revision ${record.revision} of drifter ${drifterId} was acknowledged and is lost.`,
      );
    }
  }
}
