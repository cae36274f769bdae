import assert from "node:assert";
import { isDeepStrictEqual } from "node:util";
import type { Address } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { DrifterId } from "#protocol/drifterId";
import { localChainId, localContractAddress, localMnemonic } from "#protocol/localWorld";
import { narrativeHash } from "#protocol/narrativeMessage";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/responses";
import { fakeBlockNumber } from "../service/fakeNode.ts";

/** The chain and the contract of all rounds. */
export const fixture = {
  chainId: localChainId,
  contractAddress: localContractAddress,
  blockNumber: fakeBlockNumber,
} as const;

/** Hardhat's account 0, which owns every drifter. */
export const owner = mnemonicToAccount(localMnemonic);
export const ownerAddress: Address = owner.address;

/** A stored revision, read directly from the store. */
export interface StoredRevision {
  drifterId: DrifterId;
  revision: number;
  hash: string;
}

/** Expected state of one drifter's story, which one writer saves. */
export class DrifterOracle {
  readonly drifterId: DrifterId;
  /** Acknowledged saves, oldest first. */
  readonly records: NarrativeRecord[] = [];
  /** Posted and not yet acknowledged. */
  #pending: NarrativeSaveRequest | undefined;

  constructor(drifterId: DrifterId) {
    this.drifterId = drifterId;
  }

  post(request: NarrativeSaveRequest): void {
    this.#pending = request;
  }

  /** Records an acknowledged save, which must never be lost. */
  acknowledge(record: NarrativeRecord): void {
    this.assertSaved(record);
    const isNext = record.revision === this.records.length + 1;
    assert(isNext, `${this.#name(record)} was acknowledged twice.`);
    const before = this.records.at(-1);
    const isLater = before === undefined || before.savedAt < record.savedAt;
    assert(isLater, `${this.#name(record)} is not later than the one before.`);
    this.records.push(record);
  }

  /** Asserts that a story that was read is an acknowledged save, or the one that is being saved. */
  assertSaved(record: NarrativeRecord): void {
    const acknowledged = this.records[record.revision - 1];
    const { chainId, contractAddress: contract, blockNumber } = fixture;
    const origin = { author: ownerAddress, blockNumber, chainId, contract };
    const posted = { ...this.#pending, ...origin };
    const { savedAt } = record;
    const next = { ...posted, savedAt, revision: this.records.length + 1 };
    assert(
      isDeepStrictEqual(record, acknowledged ?? next),
      `${this.#name(record)} is not what was saved.`,
    );
  }

  #name({ revision }: NarrativeRecord): string {
    return `Revision ${revision} of drifter ${this.drifterId}`;
  }
}

/** Asserts that a store has every acknowledged save and nothing else. */
export function assertStored(
  stored: readonly StoredRevision[],
  oracles: Iterable<DrifterOracle>,
): void {
  const nameOf = ({ drifterId, revision, hash }: StoredRevision) =>
    `revision ${revision} of drifter ${drifterId} with the text ${hash}`;
  const expected = [...oracles].flatMap(({ records }) =>
    records.map((record) => nameOf({ ...record, hash: narrativeHash(record.narrative) })),
  );
  const actual = new Set(stored.map(nameOf));
  for (const name of expected) {
    assert(actual.delete(name), `The store has lost ${name}, which was acknowledged.`);
  }
  const [unknown] = actual;
  assert(unknown === undefined, `The store has ${unknown}, which was never saved.`);
}
