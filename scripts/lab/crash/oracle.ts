import assert from "node:assert";
import { isDeepStrictEqual } from "node:util";
import { mnemonicToAccount } from "viem/accounts";
import { localChainId, localContractAddress, localMnemonic } from "#protocol/chain/localWorld";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import type { DrifterId } from "#protocol/values/drifterId";
import type { NarrativeSaveRequest, SignedRevision } from "#protocol/wire/responses";
import { fakeBlockNumber } from "../service/fakeNode.ts";

/** The chain and the contract for all rounds. */
export const fixture = {
  chainId: localChainId,
  contract: localContractAddress,
  blockNumber: fakeBlockNumber,
} as const;

/** Hardhat's account 0, which owns every token. */
export const owner = mnemonicToAccount(localMnemonic);

/** Expected state of one token's story, which one writer saves. */
export class TokenOracle {
  readonly drifterId: DrifterId;
  /** Acknowledged saves, oldest first. */
  readonly records: SignedRevision[] = [];
  /** Posted but not yet acknowledged. */
  pending: NarrativeSaveRequest | undefined;

  constructor(drifterId: DrifterId) {
    this.drifterId = drifterId;
  }

  /** Records an acknowledged save, which must never be lost. */
  acknowledge(record: SignedRevision): void {
    this.assertSaved(record);
    const isNext = record.revision === this.records.length + 1;
    assert(isNext, `${this.#name(record)} was acknowledged twice.`);
    const before = this.records.at(-1);
    const isLater = before === undefined || before.savedAt < record.savedAt;
    assert(isLater, `${this.#name(record)} is not later than the one before.`);
    this.records.push(record);
  }

  /** Asserts that a story read from the service is an acknowledged or the pending save. */
  assertSaved(record: SignedRevision): void {
    const { chainId, contract, blockNumber } = fixture;
    const origin = { author: owner.address, blockNumber, chainId, contract };
    const revision = this.records.length + 1;
    const next = { ...this.pending, ...origin, savedAt: record.savedAt, revision };
    const isSaved = isDeepStrictEqual(record, this.records[record.revision - 1] ?? next);
    assert(isSaved, `${this.#name(record)} is not what was saved.`);
  }

  /** Discards the acknowledged saves that a store lost, which must not be among the first `kept`. */
  discardLost(stored: readonly string[], kept: number): void {
    const count = stored.filter((name) => name.startsWith(`${this.drifterId}.`)).length;
    assert(count >= kept, `The store lost an older save of drifter ${this.drifterId}.`);
    this.records.splice(count);
  }

  #name({ revision }: SignedRevision): string {
    return `Revision ${revision} of drifter ${this.drifterId}`;
  }
}

/**
 * Asserts that a store contains every acknowledged save and nothing else.
 *
 * @param stored names of the stored revisions: token, revision and the text's SHA-256.
 */
export function assertStored(stored: readonly string[], oracles: Iterable<TokenOracle>): void {
  const rest = new Set(stored);
  for (const { drifterId, revision, narrative } of [...oracles].flatMap((each) => each.records)) {
    const name = `${drifterId}.${revision}.${narrativeHash(narrative)}`;
    assert(rest.delete(name), `The store lost ${name}, which was acknowledged.`);
  }
  const [unknown] = rest;
  assert(unknown === undefined, `The store has ${unknown}, which was never saved.`);
}
