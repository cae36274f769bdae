import { expect } from "chai";
import type { StoreName } from "../../scripts/lab/crash/crashStore.ts";
import { type RoundFigures, runRounds } from "../../scripts/lab/crash/rounds.ts";

/** The second round with PostgreSQL also kills the database. */
const rounds = { lowdb: 1, postgres: 2 } as const;

/** With this seed, several writers save dozens of stories in each round. `npm run crash` uses other seeds. */
const seed = "crash";

describe("the service killed under load", () => {
  const ending = new AbortController();
  const running = new Map<StoreName, Promise<RoundFigures[]>>();

  // Runs both at once: a round mostly waits for the disk.
  before(() => {
    for (const store of ["lowdb", "postgres"] as const) {
      const done = runRounds({ store, rounds: rounds[store], seed, signal: ending.signal });
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
    it(`[S7.13] keeps every acknowledged story ${kept}, corrupts none, and refuses replays`, async () => {
      const figures = (await running.get(store)) ?? [];
      const expected = rounds[store];
      expect(figures).to.have.length(expected);
      expect(sum(figures, "acknowledged")).to.be.greaterThan(expected);
      expect(sum(figures, "inFlight")).to.be.greaterThan(expected);
      expect(sum(figures, "replaysRefused")).to.be.greaterThan(expected);
    });
  }
});

function sum(
  figures: readonly RoundFigures[],
  figure: "acknowledged" | "inFlight" | "replaysRefused",
) {
  return figures.reduce((total, round) => total + round[figure], 0);
}
