import { expect } from "chai";
import { narrativeHash, narrativeMessage } from "#protocol/stories/narrativeMessage";
import type { NarrativeSaveRequest, SignedRevision } from "#protocol/wire/responses";
import { assertStored, fixture, owner, TokenOracle } from "../../../scripts/lab/crash/oracle.ts";

const drifterId = "7";

function saveOf(narrative: string): NarrativeSaveRequest {
  const signedMessage = narrativeMessage(drifterId, narrative);
  return { drifterId, narrative, signedMessage, signature: "0x01" };
}

function recordOf(narrative: string, revision: number): SignedRevision {
  const { chainId, contract, blockNumber } = fixture;
  const savedAt = `2026-01-01T00:00:0${revision}.000Z`;
  const origin = { author: owner.address, blockNumber, chainId, contract, savedAt, revision };
  return { ...saveOf(narrative), ...origin };
}

describe("crash test oracle", () => {
  let oracle: TokenOracle;
  beforeEach(() => {
    oracle = new TokenOracle(drifterId);
    for (const [index, text] of ["one", "two"].entries()) {
      oracle.pending = saveOf(text);
      oracle.acknowledge(recordOf(text, index + 1));
    }
    oracle.pending = saveOf("three");
  });

  const stored = (...texts: string[]) =>
    texts.map((text, index) => `${drifterId}.${index + 1}.${narrativeHash(text)}`);

  it("accepts acknowledged saves, and reads of the save in progress", () => {
    assertStored(stored("one", "two"), [oracle]);
    oracle.assertSaved(recordOf("one", 1));
    oracle.assertSaved(recordOf("three", 3));
  });

  for (const { name, texts, message } of [
    { name: "an acknowledged save is lost", texts: ["one"], message: /lost 7\.2\./ },
    { name: "a text has changed", texts: ["one", "tow"], message: /lost 7\.2\./ },
    { name: "two saves are swapped", texts: ["two", "one"], message: /lost 7\.1\./ },
    { name: "a text was never saved", texts: ["one", "two", "x"], message: /has 7\.3\..* never/ },
  ]) {
    it(`fails when ${name}`, () => {
      expect(() => assertStored(stored(...texts), [oracle])).to.throw(message);
    });
  }

  it("fails when a read returns the wrong text, or a save is wrongly acknowledged", () => {
    expect(() => oracle.assertSaved(recordOf("x", 3))).to.throw("is not what was saved");
    expect(() => oracle.assertSaved(recordOf("three", 4))).to.throw("is not what was saved");
    const torn = { ...recordOf("three", 3), narrative: "thr" };
    expect(() => oracle.acknowledge(torn)).to.throw("is not what was saved");
    expect(() => oracle.acknowledge(recordOf("two", 2))).to.throw("acknowledged twice");
    const early = { ...recordOf("three", 3), savedAt: recordOf("two", 2).savedAt };
    expect(() => oracle.acknowledge(early)).to.throw("not later than the one before");
  });
});
