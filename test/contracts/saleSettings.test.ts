import { expect } from "chai";
import { getAddress, MaxUint256, ZeroAddress } from "ethers";
import {
  authorize,
  ethers,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
} from "../support/collection.ts";

describe("the sale settings", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  describe("adjustMaxBatch and adjustPrice", () => {
    it("accept every uint256", async () => {
      const { collection } = await open();
      for (const value of [0n, MaxUint256]) {
        await collection.adjustMaxBatch(value);
        await collection.adjustPrice(value);
        expect(await collection.MAXBATCH()).to.equal(value);
        expect(await collection.FD_PRICE()).to.equal(value);
      }
    });
  });

  // The collection packs small numbers into one word: 8 bits for the limit, 64 for the price.
  const prices = [0n, 1n, 2n ** 64n - 2n, 2n ** 64n - 1n, 2n ** 64n, MaxUint256 - 1n, MaxUint256];
  const batchLimits = [0n, 1n, 254n, 255n, 256n, 2n ** 64n, MaxUint256];

  it("[S3.16] [S3.17] are stored exactly, in any order of calls", async () => {
    const sale = await open();
    for (const price of [...prices, ...prices.toReversed()]) {
      await expect(sale.collection.adjustPrice(price))
        .to.emit(sale.collection, "PriceChanged")
        .withArgs(price);
      for (const batchLimit of [...batchLimits, ...batchLimits.toReversed()]) {
        await sale.collection.adjustMaxBatch(batchLimit);
        expect(await sale.collection.FD_PRICE()).to.equal(price);
        expect(await sale.collection.MAXBATCH()).to.equal(batchLimit);
      }
    }
    await expectOtherValues(sale);
  });

  it("[S3.16] [S3.17] keep their values when other settings change", async () => {
    const sale = await open();
    const { collection, operator, signer } = sale;
    for (const [price, batchLimit] of [
      [MaxUint256, MaxUint256],
      [2n ** 64n - 1n, 255n],
      [2n ** 64n, 256n],
      [7n, 5n],
    ] as const) {
      await collection.adjustPrice(price);
      await collection.adjustMaxBatch(batchLimit);
      const unchanged = async () => {
        expect(await collection.FD_PRICE()).to.equal(price);
        expect(await collection.MAXBATCH()).to.equal(batchLimit);
        await expectOtherValues(sale);
      };
      await collection.toggleMint();
      expect(await collection.isMinting()).to.equal(false);
      await collection.toggleMint();
      await unchanged();
      for (const stranger of [operator.address, ZeroAddress, highestAddress]) {
        await collection.adjustSigner(stranger);
        expect(await collection.signerAddress()).to.equal(stranger);
        await collection.adjustSigner(signer);
        await unchanged();
      }
      await collection.changePhase("Elsewhere");
      await collection.adjustPhases("Elsewhere", 900, 901);
      await collection.changePhase(openPhase.name);
      await collection.adjustPhases("Elsewhere", 901, 901);
      await unchanged();
    }
  });

  for (const price of [2n ** 64n - 2n, 2n ** 64n - 1n, 2n ** 64n]) {
    it(`[S5.20] [S5.21] apply a price of ${price} wei`, async () => {
      const sale = await open();
      await sale.collection.adjustPrice(price);
      const args = await authorize(sale, { qty: 2n });
      const pay = (value: bigint) =>
        sale.collection.connect(sale.holder).FringeMint(...args, { value });
      await expect(pay(2n * price - 1n)).to.be.revertedWithCustomError(
        sale.collection,
        "NotEnoughEth",
      );
      await expect(pay(2n * price + 1n)).to.changeEtherBalance(ethers, sale.collection, 2n * price);
    });
  }

  for (const batchLimit of [254n, 255n, 256n, MaxUint256]) {
    it(`[S5.23] allow a batch of 100 and no larger one while MAXBATCH is ${batchLimit}`, async () => {
      const sale = await open();
      await sale.collection.adjustPrice(0);
      await sale.collection.adjustMaxBatch(batchLimit);
      for (const qty of [101n, batchLimit]) {
        await expect(mint(sale, { qty })).to.be.revertedWithCustomError(
          sale.collection,
          "ExceedsAllowedBatch",
        );
      }
      await mint(sale, { qty: 99n });
      await sale.collection.adjustPhases("Later", 500, 600);
      await sale.collection.changePhase("Later");
      await mint(sale, { qty: 100n, phase: "Later" });
    });
  }

  it("[S5.23] [S5.20] can be small again after large values", async () => {
    const sale = await open();
    await sale.collection.adjustMaxBatch(MaxUint256);
    await sale.collection.adjustPrice(MaxUint256);
    await sale.collection.adjustMaxBatch(2);
    await sale.collection.adjustPrice(3);
    await expect(mint(sale, { qty: 3n })).to.be.revertedWithCustomError(
      sale.collection,
      "PastBoundsOfBatchLimit",
    );
    await expect(mint(sale, { qty: 2n })).to.changeEtherBalance(ethers, sale.collection, 6n);
  });

  it("[S5.23] forbid every mint while MAXBATCH is 0", async () => {
    const sale = await open();
    await sale.collection.adjustMaxBatch(0);
    await expect(mint(sale)).to.be.revertedWithCustomError(
      sale.collection,
      "PastBoundsOfBatchLimit",
    );
  });

  it("[S5.23] allow one token but not two while MAXBATCH is 1", async () => {
    const sale = await open();
    await sale.collection.adjustMaxBatch(1);
    await expect(mint(sale, { qty: 2n })).to.be.revertedWithCustomError(
      sale.collection,
      "PastBoundsOfBatchLimit",
    );
    await mint(sale);
  });
});

/** All bits of an address. */
const highestAddress = getAddress(`0x${"ff".repeat(20)}`);

/** Expects unchanged values of all other settings. */
async function expectOtherValues({ collection, signer }: Sale): Promise<void> {
  expect(await collection.isMinting()).to.equal(true);
  expect(await collection.signerAddress()).to.equal(signer.address);
  expect(await collection.CURRENTPHASE()).to.equal(openPhase.name);
}
