import { expect } from "chai";
import {
  brokenBudgets,
  formatRows,
  type Row,
  waits,
} from "../../scripts/lab/bench/world/figures.ts";
import { runWorldBench } from "../../scripts/lab/bench/world/options.ts";
import { runInProcess } from "../support/commandHere.ts";

const rows = (factor: number): Row[] =>
  Object.values(waits).map((wait) => ({ ...wait, milliseconds: [1, factor * wait.budget, 9e9] }));

describe("npm run bench:world", () => {
  it("passes medians at their budgets, and fails for those above", () => {
    expect(brokenBudgets(rows(1))).to.deep.equal([]);
    expect(brokenBudgets(rows(1.01))).to.deep.equal([
      "/chain shows a transaction, from sending: 303 ms; the budget is 300 ms.",
      "/chain shows the trace of a mint of 20: 505 ms; the budget is 500 ms.",
      "watch: first result, a contract: 5050 ms; the budget is 5000 ms.",
      "watch: first result, a unit test: 1010 ms; the budget is 1000 ms.",
      "fork, until a drifter's page shows: 15150 ms; the budget is 15000 ms.",
    ]);
  });

  it("fails if a round had no result", () => {
    const unmeasured = [{ ...waits.fork, milliseconds: [Number.NaN] }];
    expect(brokenBudgets(unmeasured)).to.have.length(1);
  });

  it("prints median, slowest round and budget", () => {
    expect(formatRows([{ ...waits.watchContract, milliseconds: [4_200, 4_000, 4_800] }])).to.match(
      /^watch: first result, a contract +4,200 +4,800 +5,000 +3$/m,
    );
  });

  it("prints its usage, and refuses an invalid number of rounds", async () => {
    const run = (...args: string[]) =>
      runInProcess((output) => runWorldBench(args, output, async () => 1));
    const help = await run("--help");
    expect(help.status).to.equal(0);
    expect(help.stdout).to.contain("Usage: npm run bench:world");
    const { status, stderr } = await run("--rounds", "none");
    expect(status).to.equal(2);
    expect(stderr).to.contain('--rounds takes a whole number from 1 to 99, not "none".');
  });
});
