import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import {
  addressOf,
  authorize,
  deployCollection,
  deployWallet,
  ethers,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
  tokensOf,
  walletResponse,
} from "../support/contracts/collection.ts";
import { expectGiftRevert } from "../support/contracts/reverts.ts";

describe("gift", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  it("[S6.25] [S4.44] mints a token to each receiver, in order, in the named phase", async () => {
    const { collection, holder, operator } = await open();
    await collection.adjustPhases("Later", 500, 600);
    await collection.gift("Later", [holder, operator, holder]);
    expect(await tokensOf(collection, holder)).to.deep.equal([500n, 502n]);
    expect(await tokensOf(collection, operator)).to.deep.equal([501n]);
    expect(await collection.getSupplyForPhase("Later")).to.equal(3n);
    expect(await collection.getSupplyForPhase(openPhase.name)).to.equal(0n);
    expect(await collection.totalSupply()).to.equal(3n);
  });

  it("[S6.25] requires neither minting to be on, nor a current phase, nor payment", async () => {
    const { collection, holder } = await networkHelpers.loadFixture(deployCollection);
    await collection.adjustPhases("Later", 500, 600);
    await expect(collection.gift("Later", [holder])).to.changeEtherBalance(ethers, collection, 0n);
    expect(await collection.ownerOf(500)).to.equal(holder.address);
  });

  it("[S8.14.22] calls a receiving contract with one byte of code, which returns nothing", async () => {
    const { collection } = await open();
    const address = "0x00000000000000000000000000000000000051b7";
    await networkHelpers.setCode(address, "0x00");
    await expect(collection.gift(openPhase.name, [address])).to.be.revertedWithCustomError(
      collection,
      "TransferToNonERC721ReceiverImplementer",
    );
  });

  it("calls each receiving contract back with its token ID and the gift's sender", async () => {
    const { collection, holder, administrator } = await open();
    const wallets = [await deployWallet(), await deployWallet()] as const;
    const gift = await collection.gift(openPhase.name, [wallets[0], holder, wallets[1]]);
    for (const [wallet, tokenId] of [
      [wallets[0], 1n],
      [wallets[1], 3n],
    ] as const) {
      const events = await wallet.queryFilter(
        wallet.filters.TokenReceived(),
        gift.blockNumber ?? 0,
      );
      expect(events.map(({ args }) => [...args])).to.deep.equal([
        [administrator.address, ZeroAddress, tokenId, "0x"],
      ]);
    }
  });

  it("rejects an empty list of receivers with MintZeroQuantity", async () => {
    await expectGiftRevert(await open(), [], "MintZeroQuantity");
  });

  it("[S6.27] [S5.35] rejects the zero address with MintToZeroAddress, and mints nothing", async () => {
    const sale = await open();
    await expectGiftRevert(sale, [sale.holder.address, ZeroAddress], "MintToZeroAddress");
  });

  it("[S6.26] [S5.35] mints up to the end of the phase, and rejects one more with PastSupply", async () => {
    const sale = await open();
    await sale.collection.adjustPhases(openPhase.name, 1, 4);
    await expectGiftRevert(sale, receivers(sale, 4), "PastSupply");
    await sale.collection.gift(openPhase.name, receivers(sale, 3));
    await expectGiftRevert(sale, receivers(sale, 1), "PastSupply");
  });

  it("mints to 99 and 100 receivers, and rejects 101 with ExceedsAllowedBatch", async () => {
    const sale = await open();
    await sale.collection.adjustPhases("Later", 500, 800);
    await sale.collection.gift("Later", receivers(sale, 99));
    await sale.collection.gift("Later", receivers(sale, 100));
    await expect(sale.collection.gift("Later", receivers(sale, 101))).to.be.revertedWithCustomError(
      sale.collection,
      "ExceedsAllowedBatch",
    );
  });

  it("[S5.35] mints nothing when one receiver does not accept ERC-721 tokens", async () => {
    const sale = await open();
    const wallet = await deployWallet();
    await wallet.setResponse(walletResponse.revertsSilently);
    await expectGiftRevert(
      sale,
      [sale.holder.address, await addressOf(wallet)],
      "TransferToNonERC721ReceiverImplementer",
    );
  });
});

describe("gift callback", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  it("allows the receiving contract to transfer its token", async () => {
    const { collection, holder, stranger } = await open();
    const wallet = await deployWallet();
    const onward = collection.interface.encodeFunctionData("transferFrom", [
      await addressOf(wallet),
      stranger.address,
      1,
    ]);
    await wallet.setReentry(collection, onward);
    await collection.gift(openPhase.name, [wallet, holder]);
    expect(await collection.ownerOf(1)).to.equal(stranger.address);
    expect(await collection.ownerOf(2)).to.equal(holder.address);
    expect(await tokensOf(collection, wallet)).to.deep.equal([]);
  });

  it("allows the receiving contract to mint the next IDs", async () => {
    const sale = await open();
    const { collection, holder } = sale;
    await collection.adjustPrice(0);
    const wallet = await deployWallet();
    const args = await authorize(sale, { minter: wallet, qty: 2n });
    const call = collection.interface.encodeFunctionData(collectionConfig.mintFunction, args);
    await wallet.setReentry(collection, call);
    await collection.gift(openPhase.name, [wallet, holder, holder]);
    expect(await tokensOf(collection, wallet)).to.deep.equal([1n, 4n, 5n]);
    expect(await tokensOf(collection, holder)).to.deep.equal([2n, 3n]);
    expect(await collection.getSupplyForPhase(openPhase.name)).to.equal(5n);
  });
});

function receivers({ holder }: Sale, count: number): string[] {
  return Array<string>(count).fill(holder.address);
}
