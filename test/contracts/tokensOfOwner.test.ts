import { expect } from "chai";
import { ZeroAddress } from "ethers";
import fc from "fast-check";
import type { CollectionContract } from "#chain/collection";
import {
  deployCollection,
  mint,
  networkHelpers,
  type Sale,
} from "../support/contracts/collection.ts";
import { searchBounds } from "../support/search.ts";

type Account = Sale["holder"];

describe("tokensOfOwner", () => {
  const deployed = () => networkHelpers.loadFixture(openForFree);

  it("lists received tokens, then minted tokens, each latest first", async () => {
    const sale = await deployed();
    const { collection, holder, operator } = sale;
    await mintFrom(sale, 10, [operator, 2]);
    await mintFrom(sale, 1, [holder, 2]);
    await mintFrom(sale, 20, [holder, 1]);
    for (const id of [11, 10]) await move(collection, operator, holder, id);
    const listed = await pageOf(collection, holder, 0n, 9);
    expect(listed).to.deep.equal({ ids: [10, 11, 20, 2, 1], next: 0n });
  });

  it("returns no next cursor after a last page that is exactly full", async () => {
    const sale = await deployed();
    const { collection, holder } = sale;
    await mintFrom(sale, 1, [holder, 4]);
    const first = await pageOf(collection, holder, 0n, 2);
    const last = await pageOf(collection, holder, first.next, 2);
    expect([first.ids, last]).to.deep.equal([[4, 3], { ids: [2, 1], next: 0n }]);
  });

  it("lists batches and received tokens once, regardless of page size", async () => {
    const sale = await deployed();
    const { collection, holder, operator } = sale;
    await mintFrom(sale, 3, [holder, 40], [operator, 9], [holder, 1], [holder, 6]);
    const received = [44, 45, 46, 47, 48, 49, 50];
    for (const id of received) await move(collection, operator, holder, id);
    for (const id of [3, 17, 42, 52, 57]) await move(collection, holder, operator, id);
    const minted = [58, ...range(53, 57), ...range(4, 17), ...range(18, 42)];
    const all = [...received.toReversed(), ...minted.toSorted((a, b) => b - a)];
    for (const count of [1, 2, 5, 32, 33, 99]) {
      expect(await listAll(collection, holder, count), `by ${count}`).to.deep.equal(all);
    }
  });

  it("returns a cursor and no tokens for a count of zero", async () => {
    const sale = await deployed();
    const { collection, holder, operator } = sale;
    await mintFrom(sale, 0, [holder, 1]);
    const empty = await pageOf(collection, holder, 0n, 0);
    expect(empty.ids).to.deep.equal([]);
    expect(await pageOf(collection, holder, empty.next, 5)).to.deep.equal({ ids: [0], next: 0n });
    expect(await pageOf(collection, operator, 0n, 0)).to.deep.equal({ ids: [], next: 0n });
  });

  it("accepts the highest count and returns nothing for a wallet without tokens", async () => {
    const sale = await deployed();
    const { collection, holder, operator } = sale;
    await mintFrom(sale, 0, [holder, 2]);
    const highest = 2n ** 256n - 1n;
    expect((await pageOf(collection, holder, 0n, highest)).ids).to.deep.equal([1, 0]);
    expect((await pageOf(collection, operator, 0n, highest)).ids).to.deep.equal([]);
  });

  it("reverts with BalanceQueryForZeroAddress for the zero address", async () => {
    const { collection } = await deployed();
    await expect(collection.tokensOfOwner(ZeroAddress, 0, 1)).to.be.revertedWithCustomError(
      collection,
      "BalanceQueryForZeroAddress",
    );
  });

  for (const size of [1, 2]) {
    for (const order of [
      [0, 10, 20],
      [10, 0, 20],
      [10, 20, 0],
      [0, 10],
      [10, 0],
    ]) {
      it(`lists IDs from 0 once when ${size} a mint start at ${order.join(", ")}`, async () => {
        const sale = await deployed();
        const { collection, holder, operator } = sale;
        for (const start of order) await mintFrom(sale, start, [holder, size]);
        const ids = order.flatMap((start) => range(start, start + size)).reverse();
        for (const count of [1, 2, 6]) {
          expect(await listAll(collection, holder, count), `by ${count}`).to.deep.equal(ids);
        }
        await move(collection, holder, operator, 0);
        const left = ids.filter((id) => id !== 0);
        for (const count of [1, 2, 6]) {
          expect(await listAll(collection, holder, count), `by ${count}`).to.deep.equal(left);
          expect(await listAll(collection, operator, count)).to.deep.equal([0]);
        }
      });
    }
  }

  it("continues after the page's last token even if the cursor's token has left the wallet", async () => {
    const sale = await deployed();
    const { collection, holder, operator } = sale;
    await mintFrom(sale, 0, [holder, 3], [holder, 1], [holder, 2]);
    await mintFrom(sale, 10, [operator, 2]);
    for (const id of [10, 11]) await move(collection, operator, holder, id);
    for (const [count, gone, rest] of [
      // Token 11 moved to token 10's index, so it is listed again.
      [1, 10, [11, 5, 4, 3, 2, 1, 0]],
      [4, 3, [2, 1, 0]],
      [7, 0, []],
    ] as const) {
      const snapshot = await networkHelpers.takeSnapshot();
      const { next } = await pageOf(collection, holder, 0n, count);
      await move(collection, holder, operator, gone);
      expect((await pageOf(collection, holder, next, 9)).ids, `${gone}`).to.deep.equal(rest);
      await snapshot.restore();
    }
  });

  it("lists exactly the tokens held throughout while tokens change hands between pages", async () => {
    const sale = await deployed();
    const { collection, holder, operator } = sale;
    await mintFrom(sale, 7, [holder, 1], [operator, 1], [holder, 1]);
    await mintFrom(sale, 0, [holder, 2], [operator, 1], [holder, 1]);
    await mintFrom(sale, 20, [holder, 2], [operator, 2]);
    const ids = [7, 8, 9, 0, 1, 2, 3, 20, 21, 22, 23];
    const snapshot = await networkHelpers.takeSnapshot();
    const moves = fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 });
    const property = fc.asyncProperty(
      fc.array(moves, { minLength: 8, maxLength: 20 }),
      fc.integer({ min: 1, max: 3 }),
      async (rounds, count) => {
        await snapshot.restore();
        let held = await ownedBy(collection, holder, ids);
        const listed = new Set<number>();
        let cursor = 0n;
        for (const round of [[], ...rounds]) {
          for (const id of round) await swap(collection, holder, operator, id);
          const now = await ownedBy(collection, holder, ids);
          held = held.filter((id) => now.includes(id));
          const page = await pageOf(collection, holder, cursor, count);
          for (const id of page.ids) expect(now).to.include(id);
          for (const id of page.ids) listed.add(id);
          cursor = page.next;
          if (cursor === 0n) break;
        }
        if (cursor === 0n) expect([...listed]).to.include.members(held);
      },
    );
    await fc.assert(property, searchBounds({ runs: 30, seed: 4, soakRuns: 1_000 }));
  });

  it("lists only the wallet's tokens, regardless of cursor", async () => {
    const sale = await deployed();
    const { collection, holder, operator, stranger } = sale;
    await mintFrom(sale, 0, [operator, 1]);
    await mintFrom(sale, 5, [operator, 1], [holder, 1], [operator, 1], [holder, 1], [stranger, 2]);
    await move(collection, operator, stranger, 0);
    await move(collection, holder, operator, 6);
    const minted = 1n << 64n;
    const passed = 1n << 65n;
    for (const low of [0n, 1n, 2n, 6n, 7n, 8n, 9n, 10n, 11n, 12n, 99n, 2n ** 64n - 1n]) {
      for (const cursor of [low, minted | low, minted | passed | low, passed | low, -1n ^ low]) {
        const { ids } = await pageOf(collection, holder, BigInt.asUintN(256, cursor), 9);
        expect(
          ids.every((id) => id === 8),
          `${cursor}: ${ids}`,
        ).to.equal(true);
      }
    }
  });
});

/** Fixture: minting is on and free, with the highest batch limit. */
async function openForFree(): Promise<Sale> {
  const sale = await deployCollection();
  await sale.collection.adjustPrice(0);
  await sale.collection.adjustMaxBatch(100);
  await sale.collection.toggleMint();
  return sale;
}

/** Mints consecutive batches in a new phase that starts at an ID. */
async function mintFrom(
  sale: Sale,
  start: number,
  ...batches: readonly (readonly [minter: Account, quantity: number])[]
): Promise<void> {
  const phase = `From ${start}`;
  const total = batches.reduce((sum, [, quantity]) => sum + quantity, 0);
  await sale.collection.adjustPhases(phase, start, start + total);
  await sale.collection.changePhase(phase);
  for (const [minter, quantity] of batches) {
    await mint(sale, { phase, minter, qty: BigInt(quantity) });
  }
}

/** Returns the numbers in [start, end). */
function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

async function move(collection: CollectionContract, from: Account, to: Account, id: number) {
  await collection.connect(from).transferFrom(from, to, id);
}

/** Transfers a token from its owner to the second account. */
async function swap(collection: CollectionContract, one: Account, other: Account, id: number) {
  const isOnes = (await collection.ownerOf(id)) === one.address;
  await (isOnes ? move(collection, one, other, id) : move(collection, other, one, id));
}

async function ownedBy(collection: CollectionContract, owner: Account, ids: readonly number[]) {
  const owners = await Promise.all(ids.map((id) => collection.ownerOf(id)));
  return ids.filter((_, index) => owners[index] === owner.address);
}

async function pageOf(
  collection: CollectionContract,
  owner: Account,
  cursor: bigint,
  count: number | bigint,
): Promise<{ ids: number[]; next: bigint }> {
  const [ids, next] = await collection.tokensOfOwner(owner, cursor, count);
  return { ids: ids.map(Number), next };
}

async function listAll(collection: CollectionContract, owner: Account, count: number) {
  const listed: number[] = [];
  let cursor = 0n;
  do {
    const { ids, next } = await pageOf(collection, owner, cursor, count);
    listed.push(...ids);
    // Prevents an endless loop if the list never ends.
    expect(listed.length, "tokens").to.be.at.most(100);
    cursor = next;
  } while (cursor !== 0n);
  return listed;
}
