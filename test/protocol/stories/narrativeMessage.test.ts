import { createHash } from "node:crypto";
import { expect } from "chai";
import { narrativeHash, narrativeMessage } from "#protocol/stories/narrativeMessage";

describe("narrativeHash", () => {
  it("[S5.5] returns the SHA-256 of the text's UTF-8 bytes as 64 lowercase hex digits", () => {
    expect(narrativeHash("")).to.equal(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(narrativeHash("Hello")).to.equal(
      "185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969",
    );
  });

  it("[S5.6] distinguishes texts that only look alike", () => {
    const lookAlikes = [
      "caf\u00e9\n",
      "cafe\u0301\n",
      "caf\u00e9\r\n",
      "caf\u00e9",
      "caf\u00e9\n\n",
    ];
    expect(new Set(lookAlikes.map(narrativeHash))).to.have.lengthOf(lookAlikes.length);
  });

  const texts = {
    emoji: "🚀 over 👩‍🚀🏜️",
    "combining marks": "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚",
    CRLF: "one\r\ntwo\r\n",
    "a text of 1 MB": "dust ".repeat(200_000),
  };
  for (const [name, text] of Object.entries(texts)) {
    it(`[S5.7] equals Node's SHA-256 for ${name}`, () => {
      const expected = createHash("sha256").update(text, "utf8").digest("hex");
      expect(narrativeHash(text)).to.equal(expected);
    });
  }
});

describe("narrativeMessage", () => {
  it("[S9.1] [S1.5] contains the drifter's ID and the story's hash", () => {
    expect(narrativeMessage("7", "The dust remembers.")).to.equal(
      "I own Drifter 7 and I am posting 150b6ebbd95e89c48fb0a8c285394ec0219193d636213e00e2f6560051324256",
    );
  });

  it("[S9.2] formats the ID as the route does, without padding", () => {
    expect(narrativeMessage("1", "")).to.match(/^I own Drifter 1 and /);
    const maxUint256 = (2n ** 256n - 1n).toString();
    expect(narrativeMessage(maxUint256, "")).to.contain(`Drifter ${maxUint256} and`);
  });
});
