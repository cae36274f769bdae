import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import {
  addressOf,
  allTokens,
  authorize,
  deployWallet,
  ethers,
  mint,
  networkHelpers,
  openSale,
  type Sale,
  startingPrice,
  tokensOf,
  walletResponse,
} from "../support/contracts/collection.ts";

describe("paid mint", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  describe("when the minter is a contract", () => {
    const calledFrom = async (sale: Sale, value: bigint, qty = 1n) => {
      const wallet = await deployWallet();
      const args = await authorize(sale, { minter: wallet, qty });
      const call = sale.collection.interface.encodeFunctionData(
        collectionConfig.mintFunction,
        args,
      );
      return { wallet, execute: () => wallet.execute(sale.collection, call, { value }) };
    };

    it("calls onERC721Received once per token, after all tokens have an owner", async () => {
      const sale = await open();
      const { wallet, execute } = await calledFrom(sale, 3n * startingPrice, 3n);
      const receipt = await (await execute()).wait();
      const logs = await wallet.queryFilter(wallet.filters.TokenReceived, receipt?.blockNumber);
      const operator = await addressOf(wallet);
      expect(logs.map(({ args }) => [...args])).to.deep.equal(
        [1n, 2n, 3n].map((tokenId) => [operator, ZeroAddress, tokenId, "0x"]),
      );
      expect(logs[0]?.index).to.equal(3);
    });

    it("refunds the surplus after the callbacks", async () => {
      const sale = await open();
      const { wallet, execute } = await calledFrom(sale, startingPrice + 7n);
      const receipt = await (await execute()).wait();
      const names = receipt?.logs.map((log) => wallet.interface.parseLog(log)?.name ?? "Transfer");
      expect(names).to.deep.equal(["Transfer", "TokenReceived", "CoinReceived"]);
      expect(await ethers.provider.getBalance(wallet)).to.equal(7n);
    });

    it("[S5.35] reverts with RefundFailed when the wallet rejects the refund", async () => {
      const sale = await open();
      const { wallet, execute } = await calledFrom(sale, startingPrice + 1n);
      await wallet.setRejectsCoin(true);
      await expect(execute()).to.be.revertedWithCustomError(sale.collection, "RefundFailed");
      expect(await sale.collection.totalSupply()).to.equal(0n);
    });

    it("[S5.35] reverts the mint when the wallet does not accept ERC-721 tokens", async () => {
      const sale = await open();
      const { wallet, execute } = await calledFrom(sale, startingPrice);
      await wallet.setResponse(walletResponse.misunderstands);
      await expect(execute()).to.be.revertedWithCustomError(
        sale.collection,
        "TransferToNonERC721ReceiverImplementer",
      );
      expect(await sale.collection.totalSupply()).to.equal(0n);
    });

    it("[S5.34] rejects the same authorization from within the callback", async () => {
      const sale = await open();
      await sale.collection.adjustPrice(0);
      const wallet = await deployWallet();
      const args = await authorize(sale, { minter: wallet });
      const call = sale.collection.interface.encodeFunctionData(
        collectionConfig.mintFunction,
        args,
      );
      await wallet.setReentry(sale.collection, call);
      await expect(wallet.execute(sale.collection, call)).to.be.revertedWithCustomError(
        sale.collection,
        "AuthenticationFailed",
      );
      expect(await sale.collection.totalSupply()).to.equal(0n);
    });

    it("[S5.34] accepts a second authorization within the callback, and mints more IDs", async () => {
      const sale = await open();
      await sale.collection.adjustPrice(0);
      const wallet = await deployWallet();
      const encode = async (qty: bigint) =>
        sale.collection.interface.encodeFunctionData(
          collectionConfig.mintFunction,
          await authorize(sale, { minter: wallet, qty }),
        );
      await wallet.setReentry(sale.collection, await encode(3n));
      await wallet.execute(sale.collection, await encode(2n));
      expect(await tokensOf(sale.collection, wallet)).to.deep.equal([1n, 2n, 3n, 4n, 5n]);
      expect(await allTokens(sale.collection)).to.deep.equal([1n, 2n, 3n, 4n, 5n]);
    });

    it("[S5.34] reverts when the wallet withdraws its refund from within the callback", async () => {
      const sale = await open();
      await mint(sale, { qty: 5n });
      const { wallet, execute } = await calledFrom(sale, startingPrice + 9n);
      await sale.collection.changeWithdrawer(wallet);
      const withdrawal = sale.collection.interface.encodeFunctionData("withdrawFunds");
      await wallet.setReentry(sale.collection, withdrawal);
      await expect(execute()).to.be.revertedWithCustomError(sale.collection, "RefundFailed");
      expect(await sale.collection.totalBalance()).to.equal(5n * startingPrice);
    });
  });
});
