import { expect } from "chai";
import type { CollectionContract } from "#chain/collection";
import {
  allTokens,
  deployCollection,
  mint,
  networkHelpers,
  type Sale,
  tokensOf,
} from "../support/contracts/collection.ts";

/** Batch sizes; 100 is the maximum. */
const sizes = [...range(1n, 21n), 31n, 32n, 33n, 63n, 64n, 65n, 99n, 100n];

/** Largest end of a phase. */
const lastEnd = 2n ** 64n - 1n;

describe("token batches", () => {
  const free = () => networkHelpers.loadFixture(openForFree);

  for (const size of sizes) {
    it(`[S3.8] assigns the ${size} tokens to the minter, and leaves neighboring tokens unchanged`, async () => {
      const sale = await free();
      await setPhase(sale, 40n, 40n + size + 2n);
      await mint(sale, { phase, qty: size });
      const owners = await ownersOf(sale.collection, range(38n, 40n + size + 3n));
      expect(owners).to.deep.equal([
        ...[nobody, nobody],
        ...range(0n, size).map(() => sale.holder.address),
        ...[nobody, nobody, nobody],
      ]);
      expect(await tokensOf(sale.collection, sale.holder)).to.deep.equal(range(40n, 40n + size));
    });
  }

  it("[S3.24] [S3.28] [S3.29] supports queries, enumeration and transfers of the highest possible IDs", async () => {
    const sale = await free();
    const { collection, holder, operator } = sale;
    const start = lastEnd - 2n;
    await setPhase(sale, start, lastEnd);
    await mint(sale, { phase, qty: 2n });
    await expect(mint(sale, { phase })).to.be.revertedWithCustomError(collection, "PastSupply");
    expect(await allTokens(collection)).to.deep.equal([start, start + 1n]);
    for (const id of [start, start + 1n]) {
      expect(await collection.tokenURI(id)).to.equal(
        `https://drifters.example/metadata/${id}.json`,
      );
      await collection.connect(holder).approve(operator, id);
      await collection.connect(operator).transferFrom(holder, operator, id);
      expect(await collection.getApproved(id)).to.match(/^0x0+$/);
    }
    expect(await tokensOf(collection, operator)).to.deep.equal([start, start + 1n]);
    expect(await ownersOf(collection, [start - 1n, lastEnd, lastEnd + 1n])).to.deep.equal([
      ...[nobody, nobody, nobody],
    ]);
  });

  it("[S3.24] [S3.26] [S3.29] treats token 0 as an ordinary token", async () => {
    const sale = await free();
    const { collection, holder, operator, stranger } = sale;
    await setPhase(sale, 0n, 3n);
    await mint(sale, { phase, qty: 3n });
    expect(await collection.tokenURI(0)).to.equal("https://drifters.example/metadata/0.json");
    await collection.connect(holder).approve(operator, 0);
    expect(await collection.getApproved(0)).to.equal(operator.address);
    await collection.connect(operator).transferFrom(holder, stranger, 0);
    expect(await tokensOf(collection, stranger)).to.deep.equal([0n]);
    expect(await tokensOf(collection, holder)).to.deep.equal([1n, 2n]);
    await collection.connect(stranger).transferFrom(stranger, holder, 0);
    expect(await tokensOf(collection, holder)).to.deep.equal([0n, 1n, 2n]);
    expect(await allTokens(collection)).to.deep.equal([0n, 1n, 2n]);
  });
});

const phase = "Batches";

/** Stands for an owner. */
const nobody = "nobody";

/** Fixture: minting is on and free, without a phase, and with the highest batch limit. */
async function openForFree(): Promise<Sale> {
  const sale = await deployCollection();
  await sale.collection.changePhase(phase);
  await sale.collection.adjustPrice(0);
  await sale.collection.adjustMaxBatch(100);
  await sale.collection.toggleMint();
  return sale;
}

async function setPhase({ collection }: Sale, start: bigint, end: bigint): Promise<void> {
  await collection.adjustPhases(phase, start, end);
}

/** Returns the owner of each id. Throws any error except the one for a missing token. */
function ownersOf(collection: CollectionContract, ids: bigint[]): Promise<string[]> {
  return Promise.all(
    ids.map(async (id) => {
      try {
        return await collection.ownerOf(id);
      } catch (error) {
        await expect(Promise.reject(error)).to.be.revertedWithCustomError(
          collection,
          "OwnerQueryForNonexistentToken",
        );
        return nobody;
      }
    }),
  );
}

/** Returns the numbers in [start, end). */
function range(start: bigint, end: bigint): bigint[] {
  return Array.from({ length: Number(end - start) }, (_, index) => start + BigInt(index));
}
