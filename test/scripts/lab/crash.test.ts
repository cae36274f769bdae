import { expect } from "chai";
import { type RoundsOptions, runRounds } from "../../../scripts/lab/crash/rounds.ts";
import { inSoak, isSoak } from "../../support/search.ts";

describe("npm run crash", () => {
  const expectNoLoss = async (options: Omit<RoundsOptions, "seed">) => {
    const figures = await runRounds({ ...options, seed: process.env.SOAK_SEED ?? "crash" });
    expect(figures).to.have.length(options.rounds);
    for (const [index, { acknowledged, reads, rejected }] of figures.entries()) {
      expect(Math.min(acknowledged, reads, rejected), `round ${index + 1}`).to.be.greaterThan(0);
    }
    expect(figures.reduce((sum, { retried }) => sum + retried, 0)).to.be.greaterThan(0);
  };

  it("[S7.13] finds every acknowledged story, no unsaved story and no accepted replay", () =>
    expectNoLoss(
      isSoak
        ? { store: "lowdb", rounds: 32 }
        : { store: "lowdb", rounds: 1, names: ["service killed"] },
    ));

  inSoak.it("loses no acknowledged story in PostgreSQL either, which is killed too", () =>
    expectNoLoss({ store: "postgres", rounds: 32 }),
  );
});
