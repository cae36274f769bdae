import { expect } from "chai";
import { MaxUint256 } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import {
  authorize,
  ethers,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
} from "../support/contracts/collection.ts";

describe("sale settings", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  // The collection packs small values into one slot: 8 bits for the limit, 64 for the price.
  const prices = [0n, 1n, 2n ** 64n - 2n, 2n ** 64n - 1n, 2n ** 64n, MaxUint256 - 1n, MaxUint256];
  const batchLimits = [0n, 1n, 254n, 255n, 256n, 2n ** 64n, MaxUint256];

  it("[S3.16] [S3.17] stores the settings exactly, in any call order", async () => {
    const sale = await open();
    for (const price of [...prices, ...prices.toReversed()]) {
      await expect(sale.collection.adjustPrice(price))
        .to.emit(sale.collection, "PriceChanged")
        .withArgs(price);
      for (const batchLimit of [...batchLimits, ...batchLimits.toReversed()]) {
        await sale.collection.adjustMaxBatch(batchLimit);
        expect(await sale.collection[collectionConfig.priceFunction]()).to.equal(price);
        expect(await sale.collection.MAXBATCH()).to.equal(batchLimit);
      }
    }
    await expectOtherValues(sale);
  });

  for (const price of [2n ** 64n - 2n, 2n ** 64n - 1n, 2n ** 64n]) {
    it(`[S5.20] [S5.21] applies a price of ${price} wei`, async () => {
      const sale = await open();
      await sale.collection.adjustPrice(price);
      const args = await authorize(sale, { qty: 2n });
      const pay = (value: bigint) =>
        sale.collection.connect(sale.holder)[collectionConfig.mintFunction](...args, { value });
      await expect(pay(2n * price - 1n)).to.be.revertedWithCustomError(
        sale.collection,
        "NotEnoughEth",
      );
      await expect(pay(2n * price + 1n)).to.changeEtherBalance(ethers, sale.collection, 2n * price);
    });
  }

  for (const batchLimit of [254n, 255n, 256n, MaxUint256]) {
    it(`[S5.23] allows a batch of at most 100 while MAXBATCH is ${batchLimit}`, async () => {
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
});

/** Expects unchanged values of all other settings. */
async function expectOtherValues({ collection, signer }: Sale): Promise<void> {
  expect(await collection.isMinting()).to.equal(true);
  expect(await collection.signerAddress()).to.equal(signer.address);
  expect(await collection.CURRENTPHASE()).to.equal(openPhase.name);
}
