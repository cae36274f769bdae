import { expect } from "chai";
import hre from "hardhat";
import type { Measurement } from "../../scripts/lab/bench/gas/measurement.ts";
import { measureSubject, quickViews } from "../../scripts/lab/bench/gas/measureSubject.ts";
import { compareWithSnapshot, readSnapshot } from "../../scripts/lab/bench/gas/snapshot.ts";
import { ourSubject } from "../../scripts/lab/bench/gas/subjects.ts";

/** The largest ratio of a mint's cost to its floor. */
const mintBudget = 1.05;

const wayOut = "If this is intended, run `npm run bench:gas -- --only ours --update`.";
const wayOutOfBudget =
  "Save that much, or raise mintBudget in test/contracts/gas.test.ts and say why in the commit.";

// Under coverage the contracts carry probes, so that their gas is not theirs.
if (!hre.globalOptions.coverage) {
  describe("Gas report", () => {
    let rows: Measurement[];
    before(async function () {
      // Longer than it ever takes: who asks whether a change is noticed must not take a slow machine for one.
      this.timeout(600_000);
      rows = await measureSubject(await ourSubject(), quickViews);
    });

    it("no row is more than 0.5 % above the snapshot", async () => {
      const { worse } = compareWithSnapshot(rows, await readSnapshot());
      expectNone(worse);
    });

    // A gain that the snapshot does not know would hide the next loss of the same size.
    it("the snapshot has every row, and no row is cheaper than it says", async () => {
      const { better, unknown } = compareWithSnapshot(rows, await readSnapshot());
      expectNone([...better, ...unknown]);
    });

    it(`no mint costs more than ${mintBudget} times its floor`, () => {
      const mints = rows.filter(({ floor }) => floor !== undefined);
      expect(mints).to.have.length(12);
      expectNone(mints.flatMap(overBudget), wayOutOfBudget);
    });
  });
}

/** A sentence about a mint that costs more than its budget. */
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

/** Expects no deviation, and otherwise says each, and what to do. */
function expectNone(deviations: string[], whatToDo = wayOut): void {
  if (deviations.length > 0) expect.fail([...deviations, whatToDo].join("\n"));
}
