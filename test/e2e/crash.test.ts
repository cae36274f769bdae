import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { StoreName } from "../../scripts/crash/home.ts";
import { type RoundFigures, runRounds } from "../../scripts/crash/rounds.ts";

const rounds = 25;

describe("the service killed under load", () => {
  const seed = process.env.CRASH_SEED ?? randomUUID().slice(0, 8);
  const ending = new AbortController();
  const running = new Map<StoreName, Promise<RoundFigures[]>>();

  // Both at once: a start keeps one core busy, and is most of a round.
  before(() => {
    for (const store of ["lowdb", "postgres"] as const) {
      const done = runRounds({ store, rounds, seed, signal: ending.signal });
      done.catch(() => undefined);
      running.set(store, done);
    }
  });
  after(async () => {
    ending.abort();
    await Promise.allSettled(running.values());
  });

  for (const { store, kept } of [
    { store: "lowdb", kept: "in files" },
    { store: "postgres", kept: "in PostgreSQL, which is killed too" },
  ] as const) {
    it(`[S7.13] keeps every acknowledged story ${kept}, tears none, and refuses replays (seed ${seed})`, async function () {
      this.timeout(600_000);
      const figures = (await running.get(store)) ?? [];
      expect(figures).to.have.length(rounds);
      expect(sum(figures, "acknowledged")).to.be.greaterThan(rounds);
      expect(sum(figures, "inFlight")).to.be.greaterThan(rounds);
      expect(sum(figures, "replaysRefused")).to.be.greaterThan(rounds);
    });
  }
});

function sum(
  figures: readonly RoundFigures[],
  figure: "acknowledged" | "inFlight" | "replaysRefused",
) {
  return figures.reduce((total, round) => total + round[figure], 0);
}
