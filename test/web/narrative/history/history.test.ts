import { expect } from "chai";
import type { SignedRevision } from "#protocol/wire/responses";
import { relativeTime } from "../../../../web/src/components/relativeTime.ts";
import { visibleChange, visibleText } from "../../../../web/src/narrative/history/compareTexts.ts";
import { readHistory } from "../../../../web/src/narrative/historyApi.ts";

const signed: SignedRevision = {
  drifterId: "7",
  narrative: "Dust.",
  signedMessage: "I own Drifter 7",
  signature: "0x12",
  author: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  savedAt: "2026-05-04T10:00:00.000Z",
  blockNumber: 3,
  chainId: 31337,
  contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  revision: 1,
};

describe("readHistory", () => {
  it("sorts signed revisions from latest to oldest", () => {
    const revisions = [1, 3, 2].map((revision) => ({ ...signed, revision }));
    expect(readHistory(revisions, "7").map(({ revision }) => revision)).to.deep.equal([3, 2, 1]);
  });

  it("returns exactly a signed revision's fields, so that anyone can verify it", () => {
    expect(readHistory([{ ...signed, mood: "dusty" }], "7")).to.deep.equal([signed]);
  });

  for (const [fault, json] of Object.entries({
    "no array": signed,
    "a different drifter's signed revision": [{ ...signed, drifterId: "8" }],
    "a text missing": [{ ...signed, narrative: undefined }],
    "an invalid time": [{ ...signed, savedAt: "yesterday" }],
    "an author that is not an address": [{ ...signed, author: "0x7099" }],
    "an author with 41 digits": [{ ...signed, author: `${signed.author}0` }],
    "a signature that is not hex": [{ ...signed, signature: "0xyz" }],
    "a block before the first": [{ ...signed, blockNumber: -1 }],
  })) {
    it(`rejects a response with ${fault}`, () => {
      expect(() => readHistory(json, "7")).to.throw();
    });
  }
});

describe("relativeTime", () => {
  const now = new Date("2026-05-04T12:00:00Z");
  for (const [time, text] of [
    ["2026-05-04T11:59:30Z", "just now"],
    ["2026-05-04T11:59:00Z", "1 minute ago"],
    ["2026-05-04T09:00:01Z", "2 hours ago"],
    ["2026-05-03T12:00:00Z", "yesterday"],
    ["2026-04-27T12:00:01Z", "6 days ago"],
    ["2026-04-27T12:00:00Z", "last week"],
    ["2026-04-04T12:00:01Z", "4 weeks ago"],
    ["2026-04-04T12:00:00Z", "last month"],
    ["2025-05-04T12:00:01Z", "12 months ago"],
    ["2025-05-04T12:00:00Z", "last year"],
    ["2023-05-01T12:00:00Z", "3 years ago"],
  ] as const) {
    it(`returns “${text}” for ${time}`, () => {
      expect(relativeTime(new Date(time), now)).to.equal(text);
    });
  }
});

describe("visibleText", () => {
  it("shows invisible characters and direction marks as code points", () => {
    expect(visibleText("a\u202eb\u200bc\u0000d\u2028e\ufefff\r\n")).to.equal(
      "a⟨U+202E⟩b⟨U+200B⟩c⟨U+0000⟩d⟨U+2028⟩e⟨U+FEFF⟩f⟨U+000D⟩\n",
    );
  });

  it("leaves ordinary text of any script unchanged", () => {
    for (const text of ["👩‍🚀 walks", "می‌خواهم", "שלום", "a\tb\nc", "é"]) {
      expect(visibleText(text)).to.equal(text);
    }
  });
});

describe("visibleChange", () => {
  it("shows line breaks, and spaces if there is nothing else", () => {
    expect(visibleChange("one two\n")).to.equal("one two↵\n");
    expect(visibleChange("  \n\t")).to.equal("··↵\n→");
  });
});
