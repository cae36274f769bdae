import { expect } from "chai";
import hre from "hardhat";
import type { Result } from "hardhat/types/utils";
import reportCampaigns, { type SolidityTestRun } from "../../scripts/test/reportCampaigns.ts";

/** Calls and reverts of each action. */
type Counts = Readonly<Record<string, readonly [calls: number, reverts: number]>>;

/** A campaign of 16 actions with the given numbers of calls and reverts. */
function evenly(calls: number, reverts: number): Counts {
  return Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [`action${index}`, [calls, reverts]]),
  );
}

describe("the report of the invariant campaigns", () => {
  it("passes a campaign in which every action succeeded, and prints the calls", async () => {
    const { isPassed, failures, printed } = await reportOn(evenly(400, 40));
    expect({ isPassed, failures }).to.deep.equal({ isPassed: true, failures: [] });
    expect(printed).to.match(/invariant_holds +6400 calls +10\.0 %/);
    expect(printed).to.match(/action7 +400 calls +10\.0 %/);
  });

  it("fails a campaign in which an action hardly ever succeeded", async () => {
    const lively = evenly(400, 40);
    const { isPassed, failures } = await reportOn({ ...lively, action7: [400, 351] });
    expect({ isPassed, failures }).to.deep.equal({
      isPassed: false,
      failures: ["invariant_holds: action7 succeeded fewer than 50 times."],
    });
    expect((await reportOn({ ...lively, action7: [400, 350] })).isPassed).to.equal(true);
  });

  it("requires more successes in a longer campaign", async () => {
    const { failures } = await reportOn({ ...evenly(1_600, 160), action7: [1_600, 1_401] });
    expect(failures).to.deep.equal(["invariant_holds: action7 succeeded fewer than 200 times."]);
  });

  it("fails a campaign without calls", async () => {
    const { isPassed, failures } = await reportOn(evenly(400, 400));
    expect(isPassed).to.equal(false);
    expect(failures).to.have.length(17);
    expect(failures).to.include("invariant_holds: more than 35 % of the calls reverted.");
    expect((await reportOn({})).isPassed).to.equal(false);
  });
});

/** Runs the task after a Hardhat run with one passed campaign. */
async function reportOn(counts: Counts) {
  const metrics = Object.entries(counts).map(([action, [calls, reverts]]) => [
    `project/test/Handler.sol:Handler.${action}`,
    { calls: BigInt(calls), reverts: BigInt(reverts), discards: 0n },
  ]);
  const sum = (index: 0 | 1) =>
    Object.values(counts).reduce((total, each) => total + BigInt(each[index]), 0n);
  const kind = { calls: sum(0), reverts: sum(1), metrics: Object.fromEntries(metrics) };
  const summary = { failed: 0, passed: 1, skipped: 0, todo: 0, failureOutput: "" };
  const suiteResults = [{ testResults: [{ name: "invariant_holds", kind }] }];
  const { value: result, printed } = await capturingConsole<
    Result<SolidityTestRun, SolidityTestRun>
  >(() =>
    reportCampaigns({}, hre, async () => ({ success: true, value: { summary, suiteResults } })),
  );
  const { failed, failureOutput = "" } = (result.success ? result.value : result.error).summary;
  const failures = failureOutput.split("\n").filter((line) => line !== "");
  expect(failed).to.equal(failures.length);
  return { isPassed: result.success, failures, printed };
}

async function capturingConsole<Value>(act: () => Value | Promise<Value>) {
  const { log, error } = console;
  const lines: unknown[] = [];
  console.log = console.error = (line) => lines.push(line);
  try {
    return { value: await act(), printed: lines.join("\n") };
  } finally {
    Object.assign(console, { log, error });
  }
}
