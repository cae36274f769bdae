import { expect } from "chai";
import fc from "fast-check";
import { z } from "zod";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { ApiError } from "../../../api/src/base/apiError.ts";
import type { Sale } from "../../../api/src/chain/sale.ts";
import type { UsedMintQuery } from "../../../api/src/chain/usedMint.ts";
import type { Records } from "../../../api/src/files/records.ts";
import { Authorizations, type IssuedSlot } from "../../../api/src/mint/authorizations.ts";
import {
  type IssueDependencies,
  issueAuthorization,
} from "../../../api/src/mint/issueAuthorization.ts";
import { NumberGuard } from "../../../api/src/mint/numberGuard.ts";
import { account } from "../../support/api/apiFixture.ts";
import { createPlan } from "../../support/api/salePlan.ts";
import { searchBounds } from "../../support/search.ts";

const [contract, minter] = [account(9).address, account(2).address];
const signer = { address: account(1).address, signTypedData: async () => "0x" as const };
const allowance = 4;
const mintConfirmations = 3;

/** Random requests for any quantity, lagging nodes, mints and reorganizations. */
type Step =
  | { does: "ask"; quantities: readonly number[]; lags: readonly number[] }
  | { does: "mint"; which: number }
  | { does: "wait" | "reorganize"; blocks: number }
  | { does: "restart" | "lose events" | "find events" };

/** Mostly small, so that some allowance is left. */
const arbitraryQuantity = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: allowance }));

const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("ask" as const),
      quantities: fc.array(arbitraryQuantity, { minLength: 1, maxLength: 4 }),
      lags: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("mint" as const), which: fc.nat(20) }) },
  fc.record({
    does: fc.constantFrom("wait" as const, "reorganize" as const),
    blocks: fc.integer({ min: 1, max: mintConfirmations - 1 }),
  }),
  fc.record({
    does: fc.constantFrom("restart" as const, "lose events" as const, "find events" as const),
  }),
);

describe("issueAuthorization with random requests", () => {
  it("never exceeds the allowance, regardless of request order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryStep, { minLength: 5, maxLength: 25, size: "max" }),
        async (steps) => {
          const world = new World();
          for (const step of steps) {
            await world.take(step);
            expect(world.mintable()).to.be.at.most(allowance);
          }
          await world.assertRestIsGiven();
        },
      ),
      searchBounds({ runs: 300, seed: 16, soakRuns: 50_000 }),
    );
  });
});

/** A chain of blocks with at most one mint each, and a record that survives restarts. */
class World {
  #blocks: (SignedMintAuthorization | undefined)[] = [];
  readonly #signed: SignedMintAuthorization[] = [];
  readonly #store = new Authorizations(memoryRecords());
  #numbers = this.#newGuard();
  #hasEvents = true;

  async take(step: Step): Promise<void> {
    switch (step.does) {
      case "ask":
        await Promise.all(
          step.quantities.map((qty, index) => this.#get(qty, step.lags[index % step.lags.length])),
        );
        return;
      case "mint":
        this.#mint(this.#signed[step.which % Math.max(1, this.#signed.length)]);
        return;
      case "wait":
        for (let block = 0; block < step.blocks; block += 1) this.#blocks.push(undefined);
        return;
      case "reorganize":
        // Replaces the last blocks with others.
        this.#blocks = this.#blocks.map((mint, index) =>
          index < this.#blocks.length - step.blocks ? mint : undefined,
        );
        return;
      case "restart":
        this.#numbers = this.#newGuard();
        return;
      default:
        this.#hasEvents = step.does === "find events";
    }
  }

  /** The minted quantity, plus what could be minted with everything ever signed. */
  mintable(): number {
    const maxima = new Map<string, number>();
    for (const { transactionID, qty } of this.#signed) {
      maxima.set(transactionID, Math.max(Number(qty), maxima.get(transactionID) ?? 0));
    }
    for (const mint of this.#blocks) if (mint) maxima.set(mint.transactionID, Number(mint.qty));
    return [...maxima.values()].reduce((sum, qty) => sum + qty, 0);
  }

  #minted(): number {
    return this.#blocks.reduce((sum, mint) => sum + Number(mint?.qty ?? 0), 0);
  }

  /**
   * Once all mints are final, the wallet gets the rest, unless an authorization undone by a reorganization can still be
   * used.
   */
  async assertRestIsGiven(): Promise<void> {
    await this.take({ does: "find events" });
    await this.take({ does: "wait", blocks: mintConfirmations });
    const rest = allowance - this.#minted();
    const slots = await this.#store.issued({ chainId: 1, contract, phase: "Ember", minter });
    const unused = slots.filter(
      ({ transactionID, settled }) =>
        settled === undefined && !this.#isUsed(transactionID, this.#blocks.length),
    );
    this.#assertSettledStands(slots);
    if (unused.length > 1) return;
    if (rest > 0) expect((await this.#get(rest))?.qty).to.equal(String(rest));
    expect(await this.#get(rest + 1)).to.equal(undefined);
  }

  /** No reorganization here affects settled mints. */
  #assertSettledStands(slots: readonly IssuedSlot[]): void {
    for (const { settled, transactionID } of slots) {
      const mint = this.#blocks.find((mint) => mint?.transactionID === transactionID);
      if (settled !== undefined) expect(mint?.qty).to.equal(String(settled));
    }
  }

  async #get(qty: number, lag = 0): Promise<SignedMintAuthorization | undefined> {
    const blockNumber = BigInt(Math.max(0, this.#blocks.length - lag));
    const bodyBytes = Buffer.from(JSON.stringify({ minter, qty }));
    try {
      const signed = await issueAuthorization(
        { bodyBytes, countAttempt: async () => undefined },
        this.#service(blockNumber),
      );
      expect(signed.qty).to.equal(String(qty));
      this.#signed.push(signed);
      return signed;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : error;
      expect(code).to.be.oneOf([
        "mint.quantity_too_large",
        "mint.allowance_used",
        "mint.confirming",
        "store.unavailable",
      ]);
      return undefined;
    }
  }

  #service(blockNumber: bigint): IssueDependencies {
    const phase = { name: "Ember", startingPoint: 1n, endPoint: 101n, currentCount: 0n };
    const sale: Sale = {
      phase,
      signer: signer.address,
      price: 0n,
      maxBatch: 100n,
      isMinting: true,
      hardBatchLimit: 100n,
      totalSupply: 0n,
      maxSupply: 100n,
      blockNumber,
      timestamp: 0n,
    };
    return {
      chain: { readSale: async () => sale, ...this.#chain() },
      store: this.#store,
      numbers: this.#numbers,
      mint: { signer, plan: createPlan(["Ember", allowance]) },
      settings: { chainId: 1, contract, mintConfirmations },
      onSignerKnown: () => undefined,
    };
  }

  #chain() {
    return {
      areUsed: async (ids: readonly string[], block: bigint) =>
        ids.map((id) => this.#isUsed(id, Number(block))),
      readUsedMint: async ({ transactionID, blockNumber }: UsedMintQuery) => {
        const index = this.#blocks.findIndex((mint) => mint?.transactionID === transactionID);
        const mint = this.#blocks[index];
        if (!this.#hasEvents || mint === undefined || index >= blockNumber) return undefined;
        return { blockNumber: BigInt(index + 1), qty: BigInt(mint.qty) };
      },
    };
  }

  #newGuard(): NumberGuard {
    const owner = { chainId: 1, contract };
    const chain = this.#chain();
    return new NumberGuard({ chain, store: this.#store, owner, signer: signer.address });
  }

  #isUsed(id: string, height: number): boolean {
    return this.#blocks.slice(0, height).some((mint) => mint?.transactionID === id);
  }

  #mint(signed: SignedMintAuthorization | undefined): void {
    if (signed === undefined || this.#isUsed(signed.transactionID, this.#blocks.length)) return;
    this.#blocks.push(signed);
  }
}

/** Records in memory, whose changes are made at once. */
function memoryRecords(): Records {
  const values = new Map<string, unknown>();
  return {
    read: async (key, schema) => {
      const value = values.get(JSON.stringify(key));
      return value === undefined ? undefined : schema.parse(value);
    },
    async update(key, schema, change) {
      const name = JSON.stringify(key);
      const found = values.get(name);
      const value = change(found === undefined ? undefined : schema.parse(found));
      if (value !== undefined) values.set(name, z.encode(schema, value));
    },
    close: async () => undefined,
  };
}
