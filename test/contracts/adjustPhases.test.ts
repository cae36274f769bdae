import { expect } from "chai";
import {
  deployCollection,
  mint,
  networkHelpers,
  openPhase,
  openSale,
} from "../support/contracts/collection.ts";
import { expectRangeRevert } from "../support/contracts/reverts.ts";

describe("adjustPhases", () => {
  const deployed = () => networkHelpers.loadFixture(deployCollection);
  const open = () => networkHelpers.loadFixture(openSale);

  it("[S4.43] sets only the given phase's bounds, and emits PhaseAdjusted", async () => {
    const sale = await open();
    await mint(sale);
    await expect(sale.collection.adjustPhases("Later", 200, 300))
      .to.emit(sale.collection, "PhaseAdjusted")
      .withArgs("Later", 200, 300);
    expect([...(await sale.collection.AllPhases("Later"))]).to.deep.equal([200n, 300n, 0n]);
    expect([...(await sale.collection.AllPhases(openPhase.name))]).to.deep.equal([1n, 101n, 1n]);
  });

  describe("while nothing is minted in the phase", () => {
    for (const [from, to] of [
      [8_191n, 8_192n],
      [8_192n, 8_191n],
    ] as const) {
      it(`[S4.43] replaces a range of ${from} IDs with a distant range of ${to}`, async () => {
        const { collection } = await open();
        const start = 2n ** 64n - 1n - from;
        await collection.adjustPhases(openPhase.name, start, start + from);
        await collection.adjustPhases(openPhase.name, 3, 3n + to);
        expect([...(await collection.AllPhases(openPhase.name))]).to.deep.equal([3n, 3n + to, 0n]);
      });
    }

    it("rejects an end before the start with PhaseBoundsReversed", async () => {
      await expectRangeRevert(
        await open(),
        [openPhase.name, 50, 49],
        "PhaseBoundsReversed",
        [50, 49],
      );
    });
  });

  describe("after a mint in the phase", () => {
    const withThree = async () => {
      const sale = await open();
      await mint(sale, { qty: 3n });
      return sale;
    };

    for (const [start, end, error, args] of [
      [0, 101, "PhaseStartMoved", [1, 0]],
      [2, 101, "PhaseStartMoved", [1, 2]],
      [1, 3, "PhaseEndBelowMinted", [4, 3]],
    ] as const) {
      it(`rejects [${start}, ${end}) with ${error}`, async () => {
        await expectRangeRevert(await withThree(), [openPhase.name, start, end], error, [...args]);
      });
    }

    for (const end of [4, 5, 500]) {
      it(`[S4.43] moves the phase's end to ${end} without changing its count`, async () => {
        const { collection } = await withThree();
        await collection.adjustPhases(openPhase.name, 1, end);
        expect([...(await collection.AllPhases(openPhase.name))]).to.deep.equal([
          1n,
          BigInt(end),
          3n,
        ]);
      });
    }
  });

  describe("with a neighboring phase at [100, 200)", () => {
    const withNeighbor = async () => {
      const sale = await deployed();
      await sale.collection.adjustPhases("Neighbor", 100, 200);
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
      it(`rejects [${start}, ${end}) with PhaseOverlaps`, async () => {
        await expectRangeRevert(await withNeighbor(), ["Newcomer", start, end], "PhaseOverlaps", [
          "Neighbor",
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
        const { collection } = await withNeighbor();
        await collection.adjustPhases("Newcomer", start, end);
        expect([...(await collection.AllPhases("Newcomer"))]).to.deep.equal([
          BigInt(start),
          BigInt(end),
          0n,
        ]);
      });
    }
  });

  describe("at the ID bounds", () => {
    const end = 2n ** 64n - 1n;

    it("[S4.43] sets phases at zero and at the highest id", async () => {
      const sale = await deployed();
      const { collection } = sale;
      await collection.adjustPhases("First", 0, 1);
      await collection.adjustPhases("Last", end - 1n, end);
      await collection.adjustPhases("Nothing at the end", end, end);
      await expectRangeRevert(sale, ["Other", 0, 1], "PhaseOverlaps", ["First"]);
      await expectRangeRevert(sale, ["Other", end - 2n, end], "PhaseOverlaps", ["Last"]);
      await collection.adjustPhases("Other", end - 2n, end - 1n);
      expect([...(await collection.AllPhases("Last"))]).to.deep.equal([end - 1n, end, 0n]);
    });

    it("[S4.43] rejects moving a sold-out last phase", async () => {
      const sale = await deployed();
      const { collection, holder } = sale;
      await collection.adjustPhases("Last", end - 1n, end);
      await collection.gift("Last", [holder]);
      await expectRangeRevert(sale, ["Last", end, end], "PhaseStartMoved", [end - 1n, end]);
      await expectRangeRevert(sale, ["Last", end - 1n, end - 1n], "PhaseEndBelowMinted", [
        end,
        end - 1n,
      ]);
      await collection.adjustPhases("Last", end - 1n, end);
      await expect(collection.gift("Last", [holder])).to.be.revertedWithCustomError(
        collection,
        "PastSupply",
      );
    });

    it("[S5.25] limits the length, not the end, near the highest id", async () => {
      const sale = await deployed();
      await sale.collection.adjustPhases("Long", end - 10_000n, end);
      await expectRangeRevert(sale, ["Longer", end - 10_001n, end], "ExceedsCurrentSupply", []);
    });
  });

  describe("with the cap of 10,000 tokens", () => {
    it("[S5.25] sets phases of 9,999 and 10,000 IDs", async () => {
      const { collection } = await deployed();
      await collection.adjustPhases("Nearly all", 0, 9_999);
      await collection.adjustPhases("All", 20_000, 30_000);
      await collection.changePhase("All");
      expect((await collection.AllPhases("All")).endPoint).to.equal(30_000n);
    });

    for (const end of [10_001n, 2n ** 64n - 1n]) {
      it(`[S5.25] rejects the IDs below ${end} with ExceedsCurrentSupply`, async () => {
        await expectRangeRevert(await deployed(), ["Too many", 0, end], "ExceedsCurrentSupply", []);
      });
    }
  });
});
