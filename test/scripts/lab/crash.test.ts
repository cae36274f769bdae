import { expect } from "chai";
import { type RoundFigures, runRounds } from "../../../scripts/lab/crash/rounds.ts";
import type { StoreName } from "../../../scripts/lab/crash/site.ts";
import { findNginx } from "../../../scripts/lab/service/nginx.ts";

const isSoak = process.env.SOAK === "1";
const stores = {
  lowdb: ["service killed", "disk full"],
  postgres: [
    "service and database killed",
    ...(findNginx() === undefined ? [] : ["rolling restart"]),
    "notifications lost",
  ],
} as const;

describe("the service, when parts of it fail under load,", () => {
  const ending = new AbortController();
  const running = new Map<StoreName, Promise<RoundFigures[]>>();

  // Runs both at once: a round mostly waits for the disk.
  before(() => {
    for (const store of ["lowdb", "postgres"] as const) {
      const names = stores[store];
      const long = { rounds: 32, seed: process.env.SOAK_SEED ?? "soak" };
      const short = { rounds: names.length, seed: "crash", names };
      const done = runRounds({ store, signal: ending.signal, ...(isSoak ? long : short) });
      done.catch(() => undefined);
      running.set(store, done);
    }
  });
  after(async () => {
    ending.abort();
    await Promise.allSettled(running.values());
  });

  for (const { store, where } of [
    { store: "lowdb", where: "in files" },
    { store: "postgres", where: "in PostgreSQL, which is killed too" },
  ] as const) {
    it(`[S7.13] loses no acknowledged story ${where}, returns none that nobody saved, and rejects replays`, async () => {
      const figures = (await running.get(store)) ?? [];
      const faults = new Set(figures.map(({ fault }) => fault));
      expect([...faults]).to.include.members([...stores[store]]);
      for (const { fault, acknowledged, reads } of figures) {
        expect(Math.min(acknowledged, reads), fault).to.be.greaterThan(0);
      }
      expect(figures.reduce((sum, { retried }) => sum + retried, 0)).to.be.greaterThan(0);
      expect(figures.reduce((sum, { rejected }) => sum + rejected, 0)).to.be.greaterThan(0);
    });
  }
});
