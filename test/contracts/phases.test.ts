import { expect } from "chai";
import {
  deployCollection,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
  stateOf,
} from "../support/collection.ts";

describe("phases", () => {
  const deployed = () => networkHelpers.loadFixture(deployCollection);
  const open = () => networkHelpers.loadFixture(openSale);

  describe("AllPhases and getSupplyForPhase", () => {
    it("[S3.13] [S3.31] answer zeros for a name that was never set", async () => {
      const { collection } = await deployed();
      expect([...(await collection.AllPhases("Nowhere"))]).to.deep.equal([0n, 0n, 0n]);
      expect(await collection.getSupplyForPhase("Nowhere")).to.equal(0n);
    });

    it("[S3.13] [S3.31] answer bounds and progress, each by its name", async () => {
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
    it("[S4.41] [S3.18] turns minting on, then off, and says so", async () => {
      const { collection } = await deployed();
      for (const isMinting of [true, false, true]) {
        await expect(collection.toggleMint())
          .to.emit(collection, "MintingToggled")
          .withArgs(isMinting);
        expect(await collection.isMinting()).to.equal(isMinting);
      }
    });
  });

  describe("changePhase", () => {
    it("[S4.42] [S3.15] makes a phase the current one, and says so", async () => {
      const { collection } = await open();
      await expect(collection.changePhase("Lantern Season"))
        .to.emit(collection, "PhaseChanged")
        .withArgs("Lantern Season");
      expect(await collection.CURRENTPHASE()).to.equal("Lantern Season");
    });

    it("[S4.42] [S4.44] moves the sale to the ids of that phase", async () => {
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

  describe("adjustPhases", () => {
    it("[S4.43] sets the bounds of that phase only, and says so", async () => {
      const sale = await open();
      await mint(sale);
      await expect(sale.collection.adjustPhases("Later", 200, 300))
        .to.emit(sale.collection, "PhaseAdjusted")
        .withArgs("Later", 200, 300);
      expect([...(await sale.collection.AllPhases("Later"))]).to.deep.equal([200n, 300n, 0n]);
      expect([...(await sale.collection.AllPhases(openPhase.name))]).to.deep.equal([1n, 101n, 1n]);
    });

    describe("given nothing is minted in the phase", () => {
      it("[S4.43] moves both bounds", async () => {
        const { collection } = await open();
        await collection.adjustPhases(openPhase.name, 50, 70);
        expect([...(await collection.AllPhases(openPhase.name))]).to.deep.equal([50n, 70n, 0n]);
      });

      it("empties it, so that another phase may have its ids", async () => {
        const { collection } = await open();
        await collection.adjustPhases(openPhase.name, 50, 50);
        await collection.adjustPhases("Later", 1, 101);
        await collection.adjustPhases(openPhase.name, 101, 201);
        expect([...(await collection.AllPhases(openPhase.name))]).to.deep.equal([101n, 201n, 0n]);
      });

      it("refuses an end before the start with PhaseBoundsReversed", async () => {
        await expectRefusal(
          await open(),
          [openPhase.name, 50, 49],
          "PhaseBoundsReversed",
          [50, 49],
        );
      });
    });

    describe("given the phase has minted", () => {
      const withThree = async () => {
        const sale = await open();
        await mint(sale, { qty: 3n });
        return sale;
      };

      for (const start of [0, 2]) {
        it(`refuses to move its start from 1 to ${start} with PhaseStartMoved`, async () => {
          await expectRefusal(await withThree(), [openPhase.name, start, 101], "PhaseStartMoved", [
            1,
            start,
          ]);
        });
      }

      it("refuses an end below the minted tokens with PhaseEndBelowMinted", async () => {
        await expectRefusal(
          await withThree(),
          [openPhase.name, 1, 3],
          "PhaseEndBelowMinted",
          [4, 3],
        );
      });

      for (const end of [4, 5, 500]) {
        it(`[S4.43] moves its end to ${end} and keeps its count`, async () => {
          const { collection } = await withThree();
          await collection.adjustPhases(openPhase.name, 1, end);
          expect([...(await collection.AllPhases(openPhase.name))]).to.deep.equal([
            1n,
            BigInt(end),
            3n,
          ]);
        });
      }

      it("sells on after its end has moved past a sold-out one", async () => {
        const sale = await withThree();
        await sale.collection.adjustPhases(openPhase.name, 1, 4);
        await expect(mint(sale)).to.be.revertedWithCustomError(sale.collection, "PastSupply");
        await sale.collection.adjustPhases(openPhase.name, 1, 5);
        await mint(sale);
        expect(await sale.collection.ownerOf(4)).to.equal(sale.holder.address);
      });
    });

    describe("given another phase holds [100, 200)", () => {
      const withNeighbour = async () => {
        const sale = await deployed();
        await sale.collection.adjustPhases("Neighbour", 100, 200);
        return sale;
      };

      const overlapping: [start: number, end: number][] = [
        [99, 101],
        [100, 200],
        [120, 130],
        [199, 201],
        [50, 250],
      ];
      for (const [start, end] of overlapping) {
        it(`refuses [${start}, ${end}) with PhaseOverlaps`, async () => {
          await expectRefusal(await withNeighbour(), ["Newcomer", start, end], "PhaseOverlaps", [
            "Neighbour",
          ]);
        });
      }

      const disjoint: [start: number, end: number][] = [
        [98, 99],
        [99, 100],
        [200, 201],
        [201, 202],
        [150, 150],
      ];
      for (const [start, end] of disjoint) {
        it(`accepts [${start}, ${end})`, async () => {
          const { collection } = await withNeighbour();
          await collection.adjustPhases("Newcomer", start, end);
          expect([...(await collection.AllPhases("Newcomer"))]).to.deep.equal([
            BigInt(start),
            BigInt(end),
            0n,
          ]);
        });
      }

      it("refuses to grow a phase into it", async () => {
        const sale = await withNeighbour();
        await sale.collection.adjustPhases("Newcomer", 0, 100);
        await expectRefusal(sale, ["Newcomer", 0, 101], "PhaseOverlaps", ["Neighbour"]);
      });

      it("lets a phase overlap its own former range", async () => {
        const { collection } = await withNeighbour();
        await collection.adjustPhases("Neighbour", 150, 250);
        expect([...(await collection.AllPhases("Neighbour"))]).to.deep.equal([150n, 250n, 0n]);
      });
    });

    describe("given the collection has at most 10,000 tokens", () => {
      it("[S5.25] sets a phase of 9,999 and of 10,000 ids", async () => {
        const { collection } = await deployed();
        await collection.adjustPhases("Nearly all", 0, 9_999);
        await collection.adjustPhases("All", 20_000, 30_000);
        expect((await collection.AllPhases("All")).endPoint).to.equal(30_000n);
      });

      it("[S5.25] refuses one of 10,001 ids with ExceedsCurrentSupply", async () => {
        await expectRefusal(await deployed(), ["Too many", 0, 10_001], "ExceedsCurrentSupply", []);
      });

      it("[S5.25] refuses the whole range of ids with ExceedsCurrentSupply", async () => {
        await expectRefusal(
          await deployed(),
          ["Too many", 0n, 2n ** 64n - 1n],
          "ExceedsCurrentSupply",
          [],
        );
      });
    });
  });
});

/** Expects the bounds to be refused for `error` with its arguments, and the phase to stay as it was. */
async function expectRefusal(
  sale: Sale,
  [name, start, end]: [name: string, start: number | bigint, end: number | bigint],
  error: string,
  errorArguments: unknown[],
): Promise<void> {
  const before = await stateOf(sale, name);
  const refusal = expect(
    sale.collection.adjustPhases(name, start, end),
  ).to.be.revertedWithCustomError(sale.collection, error);
  await (errorArguments.length === 0 ? refusal : refusal.withArgs(...errorArguments));
  expect(await stateOf(sale, name)).to.deep.equal(before);
}
