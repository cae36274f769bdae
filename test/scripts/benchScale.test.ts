import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { brokenScaleBudgets } from "../../scripts/lab/bench/scale/budgets.ts";
import { formatCosts, readCosts } from "../../scripts/lab/bench/scale/costLines.ts";
import { costsOf, type ScaleFigures } from "../../scripts/lab/bench/scale/figures.ts";
import { type Costs, loads, predict } from "../../scripts/lab/bench/scale/model.ts";
import { runScale } from "../../scripts/lab/bench/scale/runScale.ts";
import { temporaryFolder } from "../api/apiFixture.ts";
import { benchToolsHere } from "../support/benchTools.ts";
import { runInProcess } from "../support/commandHere.ts";

const run = (...args: string[]) => runInProcess((output) => runScale(args, benchToolsHere, output));

describe("npm run bench:scale", () => {
  it("measures stores of several sizes, puts the service under a load of the model, and writes a file", async () => {
    const file = join(await temporaryFolder(), "figures.json");
    const { status, stdout, stderr } = await run("--quick", "--json", file);
    expect(status, stderr).to.equal(0);
    // Safety: the test checks the form.
    const figures = JSON.parse(await readFile(file, "utf8")) as ScaleFigures;
    expect(figures.saves.map(({ stories }) => stories)).to.deep.equal([10, 20]);
    expect(figures.sizes.map(({ stories }) => stories)).to.deep.equal([10, 20]);
    expect(figures.check.name).to.equal(loads[1]?.name);
    const { revisionBytes, responseBytes, connections } = costsOf(figures);
    expect(revisionBytes).to.be.above(256);
    expect(responseBytes).to.be.within(1_000, 3_000);
    expect(connections).to.be.within(1, 14);
    const read = readCosts(stdout);
    expect(read.responseBytes).to.equal(Math.round(responseBytes));
    expect(read.connections).to.equal(connections);
  });

  it("takes a number of stories from 20,000", async () => {
    const { status, stderr } = await run("--stories", "100");
    expect(status).to.equal(2);
    expect(stderr).to.contain("--stories takes a whole number from 20000 to 10000000");
  });
});

describe("the budgets of bench:scale", () => {
  const figuresOf = (megabytes: number, ...medians: number[]) =>
    // Safety: the parts that budgets look at.
    ({
      start: { mostBytes: megabytes * 1e6 },
      saves: medians.map((p50Milliseconds) => ({ p50Milliseconds })),
    }) as ScaleFigures;

  it("pass at 300 MB and 1.2 × the time in the smallest store, and fail beyond", () => {
    expect(brokenScaleBudgets(figuresOf(300, 5, 9, 6))).to.deep.equal([]);
    expect(brokenScaleBudgets(figuresOf(301, 5, 5, 6.1))).to.deep.equal([
      "A process takes 301 MB; the budget is 300 MB.",
      "A save takes 1.22 × as long in the largest store; the budget is 1.2.",
    ]);
  });
});

describe("the model of docs/scale.md", () => {
  const costs: Costs = {
    fullCoreRead: 30,
    fullCoreDatabaseRead: 150,
    memoryRead: 100,
    databaseRead: 300,
    databaseReadInDatabase: 200,
    save: 4_000,
    saveInDatabase: 1_000,
    quietSecond: 10_000,
    quietSecondInDatabase: 5_000,
    processBytes: 300e6,
    storyBytes: 20_000,
    revisionBytes: 5_000,
    responseBytes: 5_000,
    rpcRequests: 2.25,
    connections: 12,
  };
  const load = { name: "", readersPerHour: 720_000, savesPerDay: 21_600, stories: 1_000 };

  it("adds up the costs of reads, saves and processes", () => {
    const predicted = predict(load, costs);
    expect(predicted).to.deep.include({
      readsPerSecond: 4_000,
      savesPerSecond: 1,
      processes: 2,
      connections: 24,
      memoryBytes: 600e6,
      networkBytesPerSecond: 20e6,
      databaseBytes: 1_000 * 20_000 + 365 * 21_600 * 5_000,
      rpcRequestsPerDay: 21_600 * 2.25 + 2 * 7_200,
      costClass: "A",
    });
    // 4,000 × (95 % × 100 µs + 5 % × 300 µs) + 4,000 µs + 2 × 10,000 µs.
    expect(predicted.serviceCores.toFixed(9)).to.equal("0.464000000");
    // 4,000 × 5 % × 200 µs + 1,000 µs + 2 × 5,000 µs.
    expect(predicted.databaseCores.toFixed(9)).to.equal("0.051000000");
  });

  it("takes one process for little, and otherwise as many as use half of a core each", () => {
    const processesFor = (readersPerHour: number) =>
      predict({ ...load, savesPerDay: 0, readersPerHour }, costs).processes;
    // 110 µs a read: 2 % of a core are 182 reads a second, and half a core 4,545.
    expect([32_000, 33_000, 1_600_000, 1_700_000].map(processesFor)).to.deep.equal([1, 2, 2, 3]);
  });

  it("chooses the smallest machine of which half is enough", () => {
    const classFor = (savesPerDay: number) => predict({ ...load, savesPerDay }, costs).costClass;
    expect([21_000, 22_000, 87_000, 88_000].map(classFor)).to.deep.equal(["A", "B", "B", "C"]);
  });

  it("reads its costs from a report, and names the line that is missing", () => {
    expect(readCosts(`Other\n\n${formatCosts(costs)}`)).to.deep.equal(costs);
    expect(() => readCosts("Costs in the model")).to.throw(
      'The report has no line "a read on a full core',
    );
  });
});
