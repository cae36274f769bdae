import { expect } from "chai";
import type { CollectionContract } from "#chain/collection";
import {
  deployCollection,
  mint,
  networkHelpers,
  openPhase,
  openSale,
} from "../support/contracts/collection.ts";
import { expectRangeRevert } from "../support/contracts/reverts.ts";

describe("phases", () => {
  const deployed = () => networkHelpers.loadFixture(deployCollection);
  const open = () => networkHelpers.loadFixture(openSale);

  describe("AllPhases and getSupplyForPhase", () => {
    it("[S3.13] [S3.31] returns zeros for an unknown name", async () => {
      const { collection } = await deployed();
      expect([...(await collection.AllPhases("Nowhere"))]).to.deep.equal([0n, 0n, 0n]);
      expect(await collection.getSupplyForPhase("Nowhere")).to.equal(0n);
    });

    it("[S3.13] [S3.31] returns bounds and minted count", async () => {
      const sale = await open();
      await mint(sale, { qty: 2n });
      const phase = await sale.collection.AllPhases(openPhase.name);
      expect(phase.startingPoint).to.equal(1n);
      expect(phase.endPoint).to.equal(101n);
      expect(phase.currentCount).to.equal(2n);
      expect(await sale.collection.getSupplyForPhase(openPhase.name)).to.equal(2n);
    });
  });

  describe("toggleMint", () => {
    it("[S4.41] [S3.18] switches minting on and off, and emits MintingToggled", async () => {
      const { collection } = await deployed();
      for (const isMinting of [true, false, true]) {
        await expect(collection.toggleMint())
          .to.emit(collection, "MintingToggled")
          .withArgs(isMinting);
        expect(await collection.isMinting()).to.equal(isMinting);
      }
    });
  });

  describe("with nearly the maximum number of phases", () => {
    it("does not change isMinting when the phase number is high", async () => {
      const { collection } = await deployed();
      await pretendPhases(collection, 32_767n);
      await collection.changePhase("The 32,768th");
      expect(await collection.isMinting()).to.equal(false);
      expect(await collection.CURRENTPHASE()).to.equal("The 32,768th");
    });

    it("accepts the 65,535th phase, and rejects the next with SafeCastOverflowedUintDowncast", async () => {
      const { collection } = await deployed();
      await pretendPhases(collection, 65_534n);
      await collection.changePhase("The last");
      await expect(collection.changePhase("One too many"))
        .to.be.revertedWithCustomError(collection, "SafeCastOverflowedUintDowncast")
        .withArgs(16, 65_536);
      expect(await collection.CURRENTPHASE()).to.equal("The last");
    });
  });

  describe("changePhase", () => {
    it("[S4.42] [S3.15] makes a phase the current one, and emits PhaseChanged", async () => {
      const { collection } = await open();
      await expect(collection.changePhase("Lantern Season"))
        .to.emit(collection, "PhaseChanged")
        .withArgs("Lantern Season");
      expect(await collection.CURRENTPHASE()).to.equal("Lantern Season");
    });

    it("[S4.42] [S4.44] mints from the IDs of that phase", async () => {
      const sale = await open();
      await mint(sale, { qty: 2n });
      await sale.collection.adjustPhases("Lantern Season", 500, 600);
      await sale.collection.changePhase("Lantern Season");
      await mint(sale, { phase: "Lantern Season" });
      expect(await sale.collection.ownerOf(500)).to.equal(sale.holder.address);
      expect(await sale.collection.getSupplyForPhase(openPhase.name)).to.equal(2n);
      expect(await sale.collection.getSupplyForPhase("Lantern Season")).to.equal(1n);
    });
  });

  describe("with names of every length", () => {
    // The collection stores up to 18 bytes of a name beside the phase's numbers.
    for (const length of [0, 1, 17, 18, 19, 31, 32, 33, 1_000]) {
      it(`[S3.13] [S3.15] [S6.25] stores a name of ${length} bytes, and distinguishes it from a longer one`, async () => {
        const sale = await deployed();
        const { collection, holder } = sale;
        const name = "x".repeat(length);
        await collection.adjustPhases(`${name}x`, 0, 10);
        await expect(collection.adjustPhases(name, 10, 20))
          .to.emit(collection, "PhaseAdjusted")
          .withArgs(name, 10, 20);
        await expect(collection.changePhase(name))
          .to.emit(collection, "PhaseChanged")
          .withArgs(name);
        await collection.gift(name, [holder]);
        expect(await collection.CURRENTPHASE()).to.equal(name);
        expect([...(await collection.AllPhases(name))]).to.deep.equal([10n, 20n, 1n]);
        expect([...(await collection.AllPhases(`${name}x`))]).to.deep.equal([0n, 10n, 0n]);
        expect(await collection.getSupplyForPhase(name)).to.equal(1n);
        await expectRangeRevert(sale, ["Newcomer", 19, 21], "PhaseOverlaps", [name]);
      });
    }
  });
});

/** Sets the phase count in storage, because creating the phases would take hours. */
async function pretendPhases(collection: CollectionContract, count: bigint): Promise<void> {
  const address = await collection.getAddress();
  for (let index = 0; index < 5; index++) await collection.adjustPhases(`${index}`, 0, 0);
  const slots = Array.from({ length: 20 }, (_, slot) => slot);
  const values = await Promise.all(
    slots.map((slot) => networkHelpers.getStorageAt(address, slot).then(BigInt)),
  );
  // The phase with the empty name comes first, followed by the five above.
  const [slot, ...others] = slots.filter((slot) => values[slot] === 6n);
  if (slot === undefined || others.length > 0) throw new Error("Where is the number of phases?");
  await networkHelpers.setStorageAt(address, slot, count);
}
