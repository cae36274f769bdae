import { isDeepStrictEqual } from "node:util";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeHash } from "#protocol/narrativeMessage";
import { assertDurable } from "./durabilityViolation.ts";
import { fixture, ownerAddress } from "./fixture.ts";

/** An accepted save: acknowledged, or found in the store after the crash. */
export interface Accepted {
  request: NarrativeSaveRequest;
  /** Undefined until acknowledged or read after a restart. */
  record: NarrativeRecord | undefined;
  etag: string | undefined;
}

/** A stored revision, read directly from the store. */
export interface StoredRevision {
  drifterId: DrifterId;
  revision: number;
  hash: string;
}

/** Expected state of one drifter's story. */
export class DrifterOracle {
  readonly drifterId: DrifterId;
  /** By revision minus one. An entry is undefined while only its successor has been acknowledged. */
  readonly #accepted: (Accepted | undefined)[] = [];
  /** SHA-256 of every text used so far. */
  readonly #reserved = new Set<string>();
  /** Posted, but neither acknowledged nor rejected. */
  readonly #undecided = new Map<string, NarrativeSaveRequest>();

  constructor(drifterId: DrifterId) {
    this.drifterId = drifterId;
  }

  /** Accepted saves, oldest first; complete between a reconciliation and the next round. */
  get accepted(): readonly Accepted[] {
    return this.#accepted.filter((save) => save !== undefined);
  }

  get revision(): number {
    return this.#accepted.length;
  }

  get newest(): Accepted | undefined {
    return this.#accepted.at(-1);
  }

  /** Saves that have been replaced. */
  get replaced(): readonly Accepted[] {
    return this.accepted.filter((save) => save !== this.newest);
  }

  get undecided(): readonly NarrativeSaveRequest[] {
    return [...this.#undecided.values()];
  }

  /** Reserves a text for one save; returns false if it was used before. */
  reserve(narrative: string): boolean {
    const digest = narrativeHash(narrative);
    if (this.#reserved.has(digest)) return false;
    this.#reserved.add(digest);
    return true;
  }

  post(request: NarrativeSaveRequest): void {
    this.#undecided.set(narrativeHash(request.narrative), request);
  }

  /** Records a rejected save, which must never appear. */
  refuse(request: NarrativeSaveRequest): void {
    this.#undecided.delete(narrativeHash(request.narrative));
  }

  /** Records an acknowledged save, which must never be lost. */
  acknowledge(request: NarrativeSaveRequest, record: NarrativeRecord, etag: string): void {
    assertFits(record, request);
    const { revision } = record;
    assertDurable(
      this.#accepted[revision - 1] === undefined,
      () => `Revision ${revision} of drifter ${this.drifterId} was acknowledged twice.`,
    );
    this.#put(revision, { request, record, etag });
  }

  /** Completes the entry of a save that was found after a restart. */
  learn(revision: number, record: NarrativeRecord): void {
    const save = this.#accepted[revision - 1];
    if (save === undefined || save.record !== undefined) return;
    assertFits(record, save.request);
    save.record = record;
  }

  /**
   * Compares the store after a restart with the expected state: every acknowledged save in its place, no gaps, and no
   * others except in-flight saves. Returns the number of those.
   */
  reconcile(stored: readonly StoredRevision[]): number {
    const inOrder = [...stored].sort((a, b) => a.revision - b.revision);
    let found = 0;
    for (const [index, { revision, hash }] of inOrder.entries()) {
      assertDurable(
        revision === index + 1,
        () => `Drifter ${this.drifterId} has no revision ${index + 1}, but revision ${revision}.`,
      );
      found += this.#recognise(revision, hash);
    }
    assertDurable(
      this.revision === inOrder.length,
      () =>
        `Drifter ${this.drifterId}: revision ${this.revision} was acknowledged and is lost; the store ends with revision ${inOrder.length}.`,
    );
    return found;
  }

  #recognise(revision: number, digest: string): number {
    const known = this.#accepted[revision - 1];
    if (known !== undefined) {
      assertDurable(
        narrativeHash(known.request.narrative) === digest,
        () => `Revision ${revision} of drifter ${this.drifterId} is not the acknowledged text.`,
      );
      return 0;
    }
    const request = this.#undecided.get(digest);
    assertDurable(
      request !== undefined,
      () => `Revision ${revision} of drifter ${this.drifterId} is not a text that was in flight.`,
    );
    this.#put(revision, { request, record: undefined, etag: undefined });
    return 1;
  }

  #put(revision: number, save: Accepted): void {
    this.#accepted[revision - 1] = save;
    this.#undecided.delete(narrativeHash(save.request.narrative));
  }
}

function assertFits(record: NarrativeRecord, request: NarrativeSaveRequest): void {
  const { savedAt: _, revision, ...rest } = record;
  const expected = {
    ...request,
    author: ownerAddress(request.drifterId),
    blockNumber: fixture.blockNumber,
    chainId: fixture.chainId,
    contract: fixture.contractAddress,
  };
  assertDurable(
    isDeepStrictEqual(rest, expected),
    () => `Revision ${revision} of drifter ${request.drifterId} is not what was posted.`,
  );
}
