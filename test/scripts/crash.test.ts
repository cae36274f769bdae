import { tmpdir } from "node:os";
import { expect } from "chai";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeHash, narrativeMessage } from "#protocol/narrativeMessage";
import { fixture, ownerAddress } from "../../scripts/lab/crash/fixture.ts";
import { DrifterOracle } from "../../scripts/lab/crash/oracle.ts";
import { formatFigures } from "../../scripts/lab/crash/report.ts";
import { runCrash } from "../../scripts/lab/crash/runCrash.ts";
import { runInProcess } from "../support/commandHere.ts";
import { runScript } from "../support/runScript.ts";

function saveOf(narrative: string): NarrativeSaveRequest {
  const signedMessage = narrativeMessage("7", narrative);
  return { drifterId: "7", narrative, signedMessage, signature: "0x01" };
}

function recordOf(narrative: string, revision: number): NarrativeRecord {
  const { chainId, contractAddress, blockNumber } = fixture;
  const author = ownerAddress("7");
  const savedAt = "2026-01-01T00:00:00.000Z";
  const place = { author, blockNumber, chainId, contract: contractAddress, savedAt, revision };
  return { ...saveOf(narrative), ...place };
}

describe("the oracle of the crash rounds", () => {
  let oracle: DrifterOracle;
  const stored = (...texts: string[]) =>
    texts.map((text, index) => ({
      drifterId: "7",
      revision: index + 1,
      hash: narrativeHash(text),
    }));

  beforeEach(() => {
    oracle = new DrifterOracle("7");
    for (const text of ["one", "two"]) {
      oracle.post(saveOf(text));
      oracle.acknowledge(saveOf(text), recordOf(text, oracle.revision + 1), '"tag"');
    }
    oracle.post(saveOf("in flight"));
  });

  it("accepts a save that was in flight as either stored or absent", () => {
    expect(oracle.reconcile(stored("one", "two"))).to.equal(0);
    expect(oracle.reconcile(stored("one", "two", "in flight"))).to.equal(1);
    expect(oracle.undecided).to.deep.equal([]);
  });

  for (const { name, texts, message } of [
    { name: "an acknowledged save is lost", texts: ["one"], message: /revision 2 was ack.*lost/ },
    {
      name: "a text has changed",
      texts: ["one", "tow"],
      message: /Revision 2 .* is not the acknowledged text/,
    },
    {
      name: "two saves are swapped",
      texts: ["two", "one"],
      message: /Revision 1 .* not the/,
    },
    {
      name: "a text was never posted",
      texts: ["one", "two", "x"],
      message: /Revision 3 .* is not a text that was in flight/,
    },
    {
      name: "a save is stored twice",
      texts: ["one", "two", "in flight", "in flight"],
      message: /Revision 4 .* is not a text that was in flight/,
    },
  ]) {
    it(`fails when ${name}`, () => {
      expect(() => oracle.reconcile(stored(...texts))).to.throw(message);
    });
  }

  it("fails for a gap between revisions", () => {
    const [first, ...others] = stored("one", "x", "two");
    expect(() => oracle.reconcile([...(first ? [first] : []), ...others.slice(1)])).to.throw(
      "has no revision 2, but revision 3",
    );
  });

  it("fails for a response that differs from what was posted, and for a repeated revision", () => {
    const request = saveOf("in flight");
    const torn = { ...recordOf("in flight", 3), narrative: "in fli" };
    expect(() => oracle.acknowledge(request, torn, "")).to.throw("is not what was posted");
    const again = recordOf("in flight", 2);
    expect(() => oracle.acknowledge(request, again, "")).to.throw("acknowledged twice");
  });
});

describe("npm run crash", () => {
  it("prints its options, and refuses unknown ones", async () => {
    const crash = (...args: string[]) => runInProcess((output) => runCrash(args, output));
    const told = await crash("--help");
    expect(told.status).to.equal(0);
    expect(told.stdout).to.include("--store NAME");
    for (const args of [
      ["--store", "mongo"],
      ["--rounds", "0"],
    ]) {
      const { status, stderr } = await crash(...args);
      expect(status).to.equal(2);
      expect(stderr).to.include("Usage: npm run crash");
    }
    const started = { cwd: tmpdir(), environment: {} };
    const { status, stderr } = await runScript("scripts/lab/crash.ts", ["--fast"], started);
    expect(status).to.equal(2);
    expect(stderr).to.include("Usage: npm run crash");
  });

  it("sums the rounds of each store", () => {
    const round = {
      round: 1,
      acknowledged: 20,
      inFlight: 3,
      found: 1,
      replaysRefused: 4,
      seconds: 0.6,
    };
    const rounds = [
      { ...round, killTarget: "service" as const },
      { ...round, killTarget: "both" as const },
    ];
    expect(formatFigures([{ store: "postgres", rounds }])).to.match(
      /postgres\s+2\s+1\s+40\s+6\s+2\s+8\s+1\.2$/,
    );
  });
});
