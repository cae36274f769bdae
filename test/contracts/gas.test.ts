import { expect } from "chai";
import hre from "hardhat";
import { compareWithSnapshot } from "../../scripts/lab/bench/gas/report.ts";
import { type Measurement, measureSubject } from "../../scripts/lab/bench/gas/scenarios.ts";
import { createOwnSubject } from "../../scripts/lab/bench/gas/subjects.ts";

/** Maximum ratio of a mint's cost to its floor. To raise it, say why in the commit. */
const mintBudget = 1.08;

// Coverage adds probes to the contracts, which cost gas.
if (!hre.globalOptions.coverage) {
  describe("Gas report", () => {
    let rows: Measurement[];
    before(async () => {
      rows = await Array.fromAsync(measureSubject(await createOwnSubject()));
    });

    // An improvement that is not in the snapshot would hide a later regression of the same size.
    it("stays within 0.5 % of the snapshot", async () => {
      expect(await compareWithSnapshot(rows)).to.deep.equal([]);
    });

    it(`limits every mint to ${mintBudget} times its minimum cost`, () => {
      const mints = rows.filter(({ floor }) => floor !== undefined);
      expect(mints).to.have.length(6);
      for (const { name, figure, floor = 0 } of mints) {
        expect(figure, name).to.be.at.most(mintBudget * floor);
      }
    });
  });
}
