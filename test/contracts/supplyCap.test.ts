import { expect } from "chai";
import {
  allButThree,
  mint,
  networkHelpers,
  openNearlyFull,
  openPhase,
} from "../support/contracts/collection.ts";
import { expectRevert } from "../support/contracts/reverts.ts";

describe("MAX_SUPPLY", () => {
  const nearlyFull = () => networkHelpers.loadFixture(openNearlyFull);

  it("[S5.25] allows a mint up to the cap, and rejects further tokens with ExceedsCurrentSupply", async () => {
    const sale = await nearlyFull();
    await mint(sale, { qty: 3n });
    expect(await sale.collection.totalSupply()).to.equal(10_000n);
    await expect(mint(sale)).to.be.revertedWithCustomError(sale.collection, "ExceedsCurrentSupply");
  });

  it("[S5.25] [S5.35] rejects a mint that would exceed the cap by one", async () => {
    const sale = await nearlyFull();
    await expectRevert(sale, () => mint(sale, { qty: 4n }), "ExceedsCurrentSupply");
  });

  it("[S5.25] [S8.16] applies to gifts as well", async () => {
    const { collection, holder } = await nearlyFull();
    const gift = (count: number) =>
      collection.gift(openPhase.name, Array<string>(count).fill(holder.address));
    await expect(gift(4)).to.be.revertedWithCustomError(collection, "ExceedsCurrentSupply");
    await gift(2);
    await gift(1);
    expect(await collection.totalSupply()).to.equal(10_000n);
    await expect(gift(1)).to.be.revertedWithCustomError(collection, "ExceedsCurrentSupply");
  });

  it("[S3.28] [S3.29] allows enumerating every token within one call's gas", async () => {
    const { collection, administrator } = await nearlyFull();
    const last = BigInt(allButThree - 1);
    expect(await collection.tokenByIndex(last)).to.equal(20_000n + last);
    expect(await collection.tokenOfOwnerByIndex(administrator, last)).to.equal(20_000n + last);
  });
});
