import { expect } from "chai";
import hre from "hardhat";
import type { Measurement } from "../../scripts/lab/bench/gas/measurement.ts";
import { measureSubject, quickPlan } from "../../scripts/lab/bench/gas/measureSubject.ts";
import { compareWithSnapshot, readSnapshot } from "../../scripts/lab/bench/gas/snapshot.ts";
import { ourSubject } from "../../scripts/lab/bench/gas/subjects.ts";

/** Maximum ratio of a mint's cost to its floor. */
const mintBudget = 1.08;

const wayOut = "If this is intended, run `npm run bench:gas -- --only ours --update`.";
const wayOutOfBudget =
  "Save that much, or raise mintBudget in test/contracts/gas.test.ts and say why in the commit.";

// Coverage adds probes to the contracts, which cost gas.
if (!hre.globalOptions.coverage) {
  describe("Gas report", () => {
    let rows: Measurement[];
    before(async () => {
      rows = await measureSubject(await ourSubject(), quickPlan);
    });

    it("has no row more than 0.5 % above the snapshot", async () => {
      const { worse } = compareWithSnapshot(rows, await readSnapshot());
      expectNone(worse);
    });

    // A gain that is missing in the snapshot would hide a later loss of the same size.
    it("has every row of the snapshot, and no cheaper one", async () => {
      const { better, unknown } = compareWithSnapshot(rows, await readSnapshot());
      expectNone([...better, ...unknown]);
    });

    it(`has no mint that costs more than ${mintBudget} times its floor`, () => {
      const mints = rows.filter(({ floor }) => floor !== undefined);
      expect(mints).to.have.length(12);
      expectNone(mints.flatMap(overBudget), wayOutOfBudget);
    });
  });
}

/** Describes a mint that costs more than its budget. */
function overBudget({ name, figure = Number.NaN, floor = 0 }: Measurement): string[] {
  const budget = Math.floor(mintBudget * floor);
  if (figure <= budget) return [];
  const [cost, least, most, excess] = [figure, floor, budget, figure - budget].map((gas) =>
    gas.toLocaleString("en"),
  );
  return [
    `${name}: ${cost} gas, ${excess} over its budget of ${most}, which is ${mintBudget} × its floor of ${least}.`,
  ];
}

/** Fails with a list of the deviations and what to do. */
function expectNone(deviations: string[], whatToDo = wayOut): void {
  if (deviations.length > 0) expect.fail([...deviations, whatToDo].join("\n"));
}
