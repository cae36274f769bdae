import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import {
  authorize,
  deployCollection,
  ethers,
  mint,
  networkHelpers,
  openNearlySoldOut,
  openPhase,
  openSale,
  startingPrice,
  tokensOf,
} from "../support/contracts/collection.ts";
import { expectMintRevert } from "../support/contracts/reverts.ts";

const maxUint256 = 2n ** 256n - 1n;

describe("paid mint", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  describe("while minting is on", () => {
    describe("when the minter is authorized and pays", () => {
      it("[S6.30] [S3.8] [S3.25] mints the next tokens of the current phase to any wallet", async () => {
        const sale = await open();
        await mint(sale, { minter: sale.stranger, qty: 2n });
        await mint(sale, { minter: sale.holder, qty: 1n });
        expect(await tokensOf(sale.collection, sale.stranger)).to.deep.equal([1n, 2n]);
        expect(await sale.collection.ownerOf(2)).to.equal(sale.stranger.address);
        expect(await sale.collection.ownerOf(3)).to.equal(sale.holder.address);
        expect(await sale.collection.balanceOf(sale.stranger)).to.equal(2n);
      });

      it("[S3.36] emits a Transfer from the zero address for each token, in order", async () => {
        const sale = await open();
        const receipt = await (await mint(sale, { qty: 3n })).wait();
        const transfers = await sale.collection.queryFilter(
          sale.collection.filters.Transfer,
          receipt?.blockNumber,
        );
        expect(transfers.map(({ args }) => [...args])).to.deep.equal(
          [1n, 2n, 3n].map((tokenId) => [ZeroAddress, sale.holder.address, tokenId]),
        );
        expect(receipt?.logs.map(({ data }) => data)).to.deep.equal(["0x", "0x", "0x"]);
      });

      it("[S4.44] [S3.22] [S3.31] advances the phase and the supply by the quantity", async () => {
        const sale = await open();
        await mint(sale, { qty: 3n });
        await mint(sale, { qty: 2n });
        expect(await sale.collection.getSupplyForPhase(openPhase.name)).to.equal(5n);
        expect(await sale.collection.totalSupply()).to.equal(5n);
      });

      it("[S3.32] [S4.45] marks the transaction ID as used", async () => {
        const sale = await open();
        expect(await sale.collection.usedTransactions("sale 1")).to.equal(false);
        await mint(sale, { transactionID: "sale 1" });
        expect(await sale.collection.usedTransactions("sale 1")).to.equal(true);
        expect(await sale.collection.usedTransactions("sale 10")).to.equal(false);
      });

      it("[S5.21] charges exactly the price", async () => {
        const sale = await open();
        await expect(mint(sale, { qty: 3n })).to.changeEtherBalances(
          ethers,
          [sale.holder, sale.collection],
          [-3n * startingPrice, 3n * startingPrice],
        );
      });

      it("[S5.21] refunds a surplus in the same transaction", async () => {
        const sale = await open();
        const args = await authorize(sale, { qty: 2n });
        const paid = sale.collection
          .connect(sale.holder)
          [collectionConfig.mintFunction](...args, { value: 2n * startingPrice + 1n });
        await expect(paid).to.changeEtherBalances(
          ethers,
          [sale.holder, sale.collection],
          [-2n * startingPrice, 2n * startingPrice],
        );
      });

      it("[S5.21] refunds everything when the price is zero", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(0);
        const args = await authorize(sale);
        const paid = sale.collection
          .connect(sale.holder)
          [collectionConfig.mintFunction](...args, { value: 5n });
        await expect(paid).to.changeEtherBalances(ethers, [sale.holder, sale.collection], [0n, 0n]);
      });
    });

    describe("when the quantity is at a limit", () => {
      it("[S5.22] [S5.35] reverts with MintZeroQuantity at 0", async () => {
        await expectMintRevert(await open(), { qty: 0n }, "MintZeroQuantity");
      });

      it("[S5.23] mints MAXBATCH − 1 and MAXBATCH", async () => {
        const sale = await open();
        await mint(sale, { qty: 19n });
        await mint(sale, { qty: 20n });
        expect(await sale.collection.totalSupply()).to.equal(39n);
      });

      it("[S5.23] [S5.35] reverts with PastBoundsOfBatchLimit at MAXBATCH + 1", async () => {
        await expectMintRevert(await open(), { qty: 21n }, "PastBoundsOfBatchLimit");
      });

      it("[S8.16] mints the hard batch limit, and reverts with ExceedsAllowedBatch above it", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(0);
        await sale.collection.adjustMaxBatch(maxUint256);
        await expectMintRevert(sale, { qty: 101n }, "ExceedsAllowedBatch");
        await mint(sale, { qty: 100n });
        expect(await sale.collection.totalSupply()).to.equal(100n);
      });

      const hugeQuantities = {
        "2^64": 2n ** 64n,
        "2^64 + 1": 2n ** 64n + 1n,
        "2^256 − 1": maxUint256,
      };
      for (const [size, qty] of Object.entries(hugeQuantities)) {
        it(`rejects a quantity of ${size} instead of truncating it`, async () => {
          const sale = await open();
          await sale.collection.adjustPrice(0);
          await sale.collection.adjustMaxBatch(maxUint256);
          await expectMintRevert(sale, { qty }, "ExceedsAllowedBatch");
        });
      }
    });

    describe("when the payment is short", () => {
      it("[S5.20] [S5.35] reverts with NotEnoughEth one wei below, and mints at the price", async () => {
        const sale = await open();
        await expectMintRevert(sale, { qty: 3n }, "NotEnoughEth", {
          value: 3n * startingPrice - 1n,
        });
        await expectMintRevert(sale, { qty: 3n }, "NotEnoughEth", { value: 0n });
        await mint(sale, { qty: 3n });
      });

      it("[S5.20] reverts with NotEnoughEth when quantity × price exceeds 256 bits", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(2n ** 255n);
        await expectMintRevert(sale, { qty: 2n }, "NotEnoughEth", { value: 1n });
        await sale.collection.adjustPrice(maxUint256);
        await expectMintRevert(sale, { qty: 20n }, "NotEnoughEth", { value: 1n });
      });
    });

    describe("at the end of a phase", () => {
      const nearlySoldOut = () => networkHelpers.loadFixture(openNearlySoldOut);

      it("[S5.24] sells exactly the remaining tokens", async () => {
        const sale = await nearlySoldOut();
        await mint(sale, { qty: 2n });
        expect(await sale.collection.ownerOf(100)).to.equal(sale.holder.address);
        await expectMintRevert(sale, { qty: 1n }, "PastSupply");
      });

      it("[S5.24] [S5.35] reverts with PastSupply for one more than the remaining tokens", async () => {
        await expectMintRevert(await nearlySoldOut(), { qty: 3n }, "PastSupply");
      });
    });

    describe("when the current phase is not set", () => {
      it("[S5.33] [S5.35] reverts with PastSupply before any phase is current", async () => {
        const sale = await networkHelpers.loadFixture(deployCollection);
        await sale.collection.toggleMint();
        await expectMintRevert(sale, { phase: "" }, "PastSupply");
      });

      it("[S5.33] [S5.35] reverts with PastSupply in a phase with an unknown name", async () => {
        const sale = await open();
        await sale.collection.changePhase("Nowhere");
        await expectMintRevert(sale, { phase: "Nowhere" }, "PastSupply");
      });
    });

    describe("when several rules are broken at once", () => {
      it("reports the first in the documented order", async () => {
        const sale = await networkHelpers.loadFixture(deployCollection);
        const { collection, holder } = sale;
        const broken = async (qty: bigint, signer = sale.stranger) =>
          collection
            .connect(holder)
            [collectionConfig.mintFunction](...(await authorize(sale, { signer, qty, phase: "" })));
        const rejects = (attempt: Promise<unknown>, error: string) =>
          expect(attempt).to.be.revertedWithCustomError(collection, error);

        await rejects(broken(0n), "NotMinting");
        await collection.toggleMint();
        await collection.adjustMaxBatch(0);
        await rejects(broken(0n), "MintZeroQuantity");
        await rejects(broken(101n), "PastBoundsOfBatchLimit");
        await collection.adjustMaxBatch(maxUint256);
        await rejects(broken(101n), "AuthenticationFailed");
        await rejects(broken(101n, sale.signer), "NotEnoughEth");
        await collection.adjustPrice(0);
        await rejects(broken(101n, sale.signer), "ExceedsAllowedBatch");
        await rejects(broken(100n, sale.signer), "PastSupply");
      });
    });
  });

  describe("while the current phase is not set", () => {
    it("[S5.33] mints in the phase with the empty name, which is current after deployment", async () => {
      const sale = await networkHelpers.loadFixture(deployCollection);
      await sale.collection.toggleMint();
      await sale.collection.adjustPhases("Another", 0, 10);
      await expectMintRevert(sale, { phase: "" }, "PastSupply");
      await sale.collection.adjustPhases("", 500, 510);
      await mint(sale, { phase: "" });
      expect(await tokensOf(sale.collection, sale.holder)).to.deep.equal([500n]);
    });
  });

  describe("while minting is off", () => {
    it("[S5.19] [S5.35] reverts with NotMinting", async () => {
      const sale = await open();
      await sale.collection.toggleMint();
      await expectMintRevert(sale, {}, "NotMinting");
      await sale.collection.toggleMint();
      await mint(sale);
    });
  });
});
