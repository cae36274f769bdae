import { expect } from "chai";
import hre from "hardhat";

describe("deep.equal, after the creation of a network,", () => {
  const pairs = [
    ["0xAB", "0xab"],
    ["01", "1"],
    [1, "1"],
    [" 1 ", "1"],
    ["", 0],
  ];

  before(async () => {
    await hre.network.create();
  });

  for (const [left, right] of pairs) {
    it(`distinguishes ${JSON.stringify(left)} from ${JSON.stringify(right)}`, () => {
      for (const method of ["equal", "equals", "eq"] as const) {
        expect({ value: [left] }).not.to.deep[method]({ value: [right] });
        expect({ value: [left] }).to.deep[method]({ value: [left] });
        expect(() => expect([left]).to.deep[method]([right])).to.throw("deeply equal");
      }
    });
  }

  it("compares bigints by value, and distinguishes them from numbers", () => {
    expect([10n ** 20n]).to.deep.equal([10n ** 20n]);
    expect([1n]).not.to.deep.equal([2n]);
    expect([1n]).not.to.deep.equal([1]);
  });

  it("keeps the toolbox's matchers for bigints, events and reverts", async () => {
    const { ethers } = await hre.network.create();
    const collection = await ethers.deployContract("FringeDrifters", [
      "ipfs://base/",
      ethers.ZeroAddress,
    ]);
    expect(await collection.totalSupply()).to.equal(0);
    expect(5n).to.be.within(4, 6);
    await expect(collection.toggleMint()).to.emit(collection, "MintingToggled");
    await expect(collection.ownerOf(1n)).to.be.revertedWithCustomError(
      collection,
      "OwnerQueryForNonexistentToken",
    );
  });
});
