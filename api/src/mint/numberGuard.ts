import { type Address, isAddressEqual } from "viem";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import type { Sale } from "../chain/sale.ts";
import type { Authorizations } from "./authorizations.ts";

interface GuardDependencies {
  chain: Pick<Chain, "areUsed">;
  store: Pick<Authorizations, "sequence" | "advance">;
  owner: CollectionRef;
  /** The service's signer. */
  signer: Address;
}

/** Numbers ahead of the sequence that have been read at least, and are read at once. */
const numbersAhead = 64;

/** Unused numbers after the last used one before the sequence of a new signer continues there. */
const numbersAheadOfNewSigner = 1_024;

/**
 * Compares the sequence of transaction IDs with the chain. If a number ahead of the sequence has been used, the
 * records are outdated, for example restored from a backup: lost authorizations may still be used, so nothing more
 * is signed with that key. A new signer's key voids them, and the sequence then continues after the used numbers.
 */
export class NumberGuard {
  readonly #dependencies: GuardDependencies;
  #last = 0;
  /** Up to this number, none ahead was used when it was read. */
  #unusedUntil = 0;
  #wasChecked = false;
  #isOutdated = false;
  /** The running check, which concurrent requests share. */
  #checking: Promise<void> | undefined;

  constructor(dependencies: GuardDependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks the record once per process. @throws `mint.record_outdated` */
  async assertCurrent(sale: Pick<Sale, "blockNumber">): Promise<void> {
    if (this.#isOutdated) throw new ApiError("mint.record_outdated");
    if (!this.#wasChecked) await this.assertAheadUnused(sale);
  }

  /**
   * Checks numbers ahead that it has not checked yet. Read the sale first: every number used by its block was
   * then issued before the sequence is read. @throws `mint.record_outdated`
   */
  assertAheadUnused(sale: Pick<Sale, "blockNumber">): Promise<void> {
    this.#checking ??= this.#checkAhead(sale).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #checkAhead({ blockNumber }: Pick<Sale, "blockNumber">): Promise<void> {
    const { store, owner, signer } = this.#dependencies;
    const { last, signer: before } = await store.sequence(owner);
    const isNewSigner = before !== undefined && !isAddressEqual(before, signer);
    // The record may have been replaced while the service runs.
    const known = last < this.#last ? last : Math.max(last, this.#unusedUntil);
    let used = last;
    let looked = isNewSigner ? last : known;
    while (looked < used + (isNewSigner ? numbersAheadOfNewSigner : numbersAhead)) {
      const until = looked + numbersAhead;
      used = (await this.#lastUsed(looked + 1, until, blockNumber)) ?? used;
      if (used > last && !isNewSigner) await this.#reject(last);
      looked = until;
    }
    if (used > last) await store.advance(owner, { last: used, signer });
    this.#last = used;
    this.#unusedUntil = looked;
    this.#wasChecked = true;
  }

  /**
   * Checks a new number. @throws `mint.record_outdated` when the chain knows it as used
   */
  async assertUnused(transactionID: string, { blockNumber }: Pick<Sale, "blockNumber">) {
    const [isUsed] = await this.#dependencies.chain.areUsed([transactionID], blockNumber);
    if (isUsed) await this.#reject(this.#last);
  }

  async #reject(last: number): Promise<never> {
    const { store, owner, signer } = this.#dependencies;
    // An empty record must store the signer whose signatures it has lost.
    await store.advance(owner, { last, signer });
    this.#isOutdated = true;
    throw new ApiError("mint.record_outdated");
  }

  async #lastUsed(from: number, until: number, blockNumber: bigint): Promise<number | undefined> {
    const numbers = Array.from(
      { length: Math.max(0, until - from + 1) },
      (_, index) => from + index,
    );
    const isUsed = await this.#dependencies.chain.areUsed(numbers.map(String), blockNumber);
    return numbers.findLast((_, index) => isUsed[index]);
  }
}
