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

/** How many numbers to check ahead of the sequence, at least, and per batch. */
const numbersAhead = 64;

/** Gap between the last used number and a new signer's first number. */
const numbersAheadOfNewSigner = 1_024;

/**
 * Compares the transaction ID sequence with the chain. If a number ahead of the sequence has been used, the records are
 * outdated, for example restored from a backup: forgotten authorizations may still be used, so nothing more is signed
 * with that key. A new signer invalidates those authorizations, and the sequence continues after the used numbers.
 */
export class NumberGuard {
  readonly #dependencies: GuardDependencies;
  #last = 0;
  /** All numbers ahead, up to and including this number, were unused when read. */
  #unusedUntil = 0;
  #wasChecked = false;
  #isOutdated = false;
  /** The pending check, shared by concurrent requests. */
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
   * Checks numbers ahead that have not been checked yet. Read the sale first, so that every number
   * used by its block was issued before the sequence is read. @throws `mint.record_outdated`
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
    // The record may be replaced while the service runs.
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

  /** Checks a new number. @throws `mint.record_outdated` if the number is used on chain */
  async assertUnused(transactionID: string, { blockNumber }: Pick<Sale, "blockNumber">) {
    const [isUsed] = await this.#dependencies.chain.areUsed([transactionID], blockNumber);
    if (isUsed) await this.#reject(this.#last);
  }

  async #reject(last: number): Promise<never> {
    const { store, owner, signer } = this.#dependencies;
    // Store the signer even in an empty record: it may have signed authorizations that the record no longer shows.
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
