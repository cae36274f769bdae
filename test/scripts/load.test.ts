import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { Acknowledgements } from "../../scripts/lab/load/acknowledgements.ts";
import type { CrowdFigures } from "../../scripts/lab/load/crowd.ts";
import { loadCommand } from "../../scripts/lab/load/loadCommand.ts";
import { Measurements } from "../../scripts/lab/load/measurements.ts";
import { findNginx } from "../../scripts/lab/load/nginx.ts";
import { formatFigures, type LoadRow } from "../../scripts/lab/load/report.ts";
import { requestResource } from "../../scripts/test/resources.ts";
import { temporaryFolder } from "../api/apiFixture.ts";
import { runInProcess } from "../support/commandHere.ts";
import { loadToolsHere } from "../support/loadTools.ts";
import { runScript } from "../support/runScript.ts";

const loadProcess = async (...args: string[]) =>
  runScript("scripts/lab/load.ts", args, {
    cwd: await temporaryFolder(),
    environment: { PATH: process.env.PATH ?? "" },
  });
const load = (...args: string[]) =>
  runInProcess((output) => loadCommand(args, loadToolsHere, output));

/** The fields of `--json` that the tests check. */
interface ToldFigures {
  rows: LoadRow[];
  failures: unknown[];
  restarts: { seconds: number }[];
  saves: number;
  warnings: string[];
  crowd: CrowdFigures;
}

describe("npm run load", () => {
  it("restarts both processes under load behind nginx without a failed request or a lost save", async function () {
    if (findNginx() === undefined) return this.skip();
    await requestResource("production");
    const file = join(await temporaryFolder(), "figures.json");
    const isSoak = process.env.SOAK === "1";
    const few = [
      "--seconds",
      "2",
      "--readers",
      "1",
      "--writers",
      "1",
      "--crowd",
      "300",
      "--json",
      file,
    ];
    const many = ["--seconds", "3", "--readers", "3", "--writers", "2", "--json", file];
    const { status, stdout, stderr } = await (isSoak ? loadProcess(...many) : load(...few));
    expect(status, stdout + stderr).to.equal(0);
    // Safety: the test checks the form.
    const told = JSON.parse(await readFile(file, "utf8")) as ToldFigures;
    expect(told.failures).to.deep.equal([]);
    expect(told.restarts).to.have.length(2);
    for (const { seconds } of told.restarts) expect(seconds).to.be.above(1);
    for (const title of ["before", "during", "after"]) {
      for (const what of ["reads", "saves"]) {
        const row = told.rows.find(({ name }) => name === `${what}, ${title} the restarts`);
        expect(row?.requests, `${what} ${title}`).to.be.above(0);
        expect(row?.failed).to.equal(0);
      }
    }
    expect(stdout).to.include(`Acknowledged saves, all found afterwards: ${told.saves}.`);
    expect(told.crowd.readers).to.equal(isSoak ? 10_000 : 300);
    expect(told.crowd.requests).to.be.within(1, told.crowd.seconds + 2);
    expect(told.warnings).to.deep.equal([]);
  });

  it("prints its options, and refuses unknown ones", async () => {
    const told = await load("--help");
    expect(told.status).to.equal(0);
    expect(told.stdout).to.include("--seconds N");
    for (const args of [
      ["--seconds", "1"],
      ["--writers", "25"],
      ["--readers", "x"],
    ]) {
      const { status, stderr } = await load(...args);
      expect(status).to.equal(2);
      expect(stderr).to.include("Usage: npm run load");
    }
    const { status, stderr } = await loadProcess("--fast");
    expect(status).to.equal(2);
    expect(stderr).to.include("Usage: npm run load");
  });
});

describe("the report of npm run load", () => {
  it("counts failures by the phase in which they began, with a cause on one line", async () => {
    const measurements = new Measurements();
    await measurements.take("story", async () => "well");
    measurements.enter("restarts");
    const refused = measurements.take("save", async () => {
      throw new Error("status 502: <html>\n  <h1>Bad Gateway</h1>");
    });
    measurements.enter("after");
    expect(await refused).to.equal(undefined);
    measurements.end();
    const report = formatFigures({
      measurements,
      restarts: [{ seconds: 2.04 }, { seconds: 3 }],
      crowd: { readers: 9, seconds: 1.25, requests: 2, visibleMilliseconds: 161.4 },
      saves: 7,
      passedOn: 5,
      warnings: ["a warning"],
    });
    expect(report).to.match(/^reads, before the restarts +1 .* 0$/m);
    expect(report).to.match(/^saves, during the restarts +0 .*– +1$/m);
    expect(report).to.match(/^saves, after the restarts +0 .*– +0$/m);
    expect(report).to.include("within 2.0 s and 3.0 s.");
    expect(report).to.include(
      "9 readers of one page in 1.3 s: 2 requests reached a process, and a save was visible after 161 ms.",
    );
    expect(report).to.include("Failed requests: 1.");
    expect(report).to.include("status 502: <html> <h1>Bad Gateway</h1>");
    expect(report).to.include("Log of the service: a warning");
  });
});

describe("the check of acknowledged saves in npm run load", () => {
  const recordOf = (narrative: string, revision: number): NarrativeRecord => ({
    drifterId: "7",
    narrative,
    signedMessage: narrativeMessage("7", narrative),
    signature: "0x01",
    author: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    blockNumber: 7,
    chainId: 31_337,
    contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    savedAt: "2026-01-01T00:00:00.000Z",
    revision,
  });
  const [one, two, three] = [recordOf("one", 1), recordOf("two", 2), recordOf("three", 3)];
  let acknowledgements: Acknowledgements;
  beforeEach(() => {
    acknowledgements = new Acknowledgements();
    for (const record of [one, two]) acknowledgements.add(record);
  });

  it("passes, also if the response to an accepted save was lost", () => {
    acknowledgements.assertKept("7", [two, one]);
    acknowledgements.assertKept("7", [three, two, one]);
    expect([acknowledgements.count, acknowledgements.revisionOf("7")]).to.deep.equal([2, 2]);
  });

  it("measures how stale a response is by the first save that it does not contain", () => {
    const now = performance.now();
    expect(acknowledgements.ageOf("7", 2, now + 500)).to.equal(0);
    expect(acknowledgements.ageOf("7", 1, now + 500)).to.be.within(500, 600);
    expect(acknowledgements.ageOf("7", 0, now + 500)).to.be.at.least(
      acknowledgements.ageOf("7", 1, now + 500),
    );
    expect(acknowledgements.ageOf("7", 1, now - 10_000)).to.equal(0);
    expect(acknowledgements.ageOf("8", 0, now)).to.equal(0);
  });

  for (const { what, history } of [
    { what: "the newest save is missing", history: [one] },
    { what: "a text has changed", history: [recordOf("tow", 2), one] },
    { what: "two saves are swapped", history: [recordOf("one", 2), recordOf("two", 1)] },
    { what: "there is no history", history: [] },
  ]) {
    it(`reports a lost save when ${what}`, () => {
      expect(() => acknowledgements.assertKept("7", history)).to.throw("was acknowledged and is l");
    });
  }
});
