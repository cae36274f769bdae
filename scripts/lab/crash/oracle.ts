import { isDeepStrictEqual } from "node:util";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeHash } from "#protocol/narrativeMessage";
import { promise } from "./durabilityViolation.ts";
import { fixture, ownerAddress } from "./fixture.ts";

/** A save that was accepted: acknowledged, or found after the crash that cut its answer off. */
export interface Accepted {
  request: NarrativeSaveRequest;
  /** Known once it was acknowledged, or read after a restart. */
  record: NarrativeRecord | undefined;
  etag: string | undefined;
}

/** What a store holds of one accepted text, as seen behind the service's back. */
export interface StoredRevision {
  drifterId: DrifterId;
  revision: number;
  hash: string;
}

/** Everything that is known of one drifter's story. */
export class DrifterOracle {
  readonly drifterId: DrifterId;
  /** By revision less one. An entry is missing while only its successor has been acknowledged. */
  readonly #accepted: (Accepted | undefined)[] = [];
  /** SHA-256 of every text that was ever chosen. */
  readonly #reserved = new Set<string>();
  /** Posted, and neither acknowledged nor refused. */
  readonly #undecided = new Map<string, NarrativeSaveRequest>();

  constructor(drifterId: DrifterId) {
    this.drifterId = drifterId;
  }

  /** Every accepted save, oldest first; whole between a reconciliation and the next round. */
  get accepted(): readonly Accepted[] {
    return this.#accepted.filter((save) => save !== undefined);
  }

  get revision(): number {
    return this.#accepted.length;
  }

  get newest(): Accepted | undefined {
    return this.#accepted.at(-1);
  }

  /** Everything that is known to have been replaced. */
  get replaced(): readonly Accepted[] {
    return this.accepted.filter((save) => save !== this.newest);
  }

  get undecided(): readonly NarrativeSaveRequest[] {
    return [...this.#undecided.values()];
  }

  /** Takes a text for one save; false if there was one with this text before. */
  reserve(narrative: string): boolean {
    const digest = narrativeHash(narrative);
    if (this.#reserved.has(digest)) return false;
    this.#reserved.add(digest);
    return true;
  }

  post(request: NarrativeSaveRequest): void {
    this.#undecided.set(narrativeHash(request.narrative), request);
  }

  /** The service said no: the text may never appear. */
  refuse(request: NarrativeSaveRequest): void {
    this.#undecided.delete(narrativeHash(request.narrative));
  }

  /** The service said yes: from now on the save may never be lost. */
  acknowledge(request: NarrativeSaveRequest, record: NarrativeRecord, etag: string): void {
    assertFits(record, request);
    const { revision } = record;
    promise(
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
   * Holds what the store has after a restart against what was promised: every acknowledged save in
   * its place, no gap, nothing but what was in flight beside. Returns how many of those it found.
   */
  reconcile(stored: readonly StoredRevision[]): number {
    const inOrder = [...stored].sort((a, b) => a.revision - b.revision);
    let found = 0;
    for (const [index, { revision, hash }] of inOrder.entries()) {
      promise(
        revision === index + 1,
        () => `Drifter ${this.drifterId} has no revision ${index + 1}, but revision ${revision}.`,
      );
      found += this.#recognise(revision, hash);
    }
    promise(
      this.revision === inOrder.length,
      () =>
        `Drifter ${this.drifterId}: revision ${this.revision} was acknowledged and is lost; the store ends with revision ${inOrder.length}.`,
    );
    return found;
  }

  #recognise(revision: number, digest: string): number {
    const known = this.#accepted[revision - 1];
    if (known !== undefined) {
      promise(
        narrativeHash(known.request.narrative) === digest,
        () => `Revision ${revision} of drifter ${this.drifterId} is not the text acknowledged.`,
      );
      return 0;
    }
    const request = this.#undecided.get(digest);
    promise(
      request !== undefined,
      () =>
        `Revision ${revision} of drifter ${this.drifterId} is a text that nobody had in flight.`,
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
  promise(
    isDeepStrictEqual(rest, expected),
    () => `Revision ${revision} of drifter ${request.drifterId} is not what was posted.`,
  );
}
