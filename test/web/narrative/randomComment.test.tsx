import { expect } from "chai";
import { isStory } from "#protocol/stories/narrative";
import { restoreDraft, signedText } from "../../../web/src/narrative/draft.ts";
import { randomComment } from "../../../web/src/narrative/storyText.ts";
import "../../support/web/componentLoader.ts";

const old = "# Ash on the water\n\nShe kept **one** lamp lit.";

describe("random comment", () => {
  it("contains 128 random bits, differs each time, and is not a story", () => {
    const comments = Array.from({ length: 100 }, randomComment);
    expect(new Set(comments).size).to.equal(100);
    for (const comment of comments) {
      expect(comment).to.match(/^<!-- [0-9a-f]{32} -->$/);
      expect(isStory(comment)).to.equal(false);
    }
  });

  it("is signed before a restored text, and stays hidden", () => {
    const drafts = [restoreDraft("7", old), restoreDraft("7", `${randomComment()}\n\n${old}`)];
    expect(drafts.map(({ text }) => text)).to.deep.equal([old, old]);
    const [once = "", twice = ""] = drafts.map(signedText);
    for (const text of [once, twice]) {
      expect(text).to.match(/^<!-- [0-9a-f]{32} -->\n\n# Ash/);
      expect(text.endsWith(`\n\n${old}`)).to.equal(true);
      expect(text.length).to.equal(once.length);
      expect(isStory(text)).to.equal(true);
    }
    expect(twice).not.to.equal(once);
    expect(restoreDraft("7", "<!-- mine -->\n\nDust.").text).to.equal("<!-- mine -->\n\nDust.");
  });
});
