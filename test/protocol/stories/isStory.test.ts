import { expect } from "chai";
import { isStory } from "#protocol/stories/narrative";

describe("isStory", () => {
  const none = {
    "an empty text": "",
    "white space": " \t\r\n\u000b\f\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff",
    "a comment": "<!-- 5f3c -->",
    "comments and white space": "\n<!--a-->\n\n \t<!-- b\n\n> -- -> -->\r\n",
    "comments without anything between": "<!--a--><!--b-->",
    "a comment that its own beginning ends": "<!--><!--->",
    "a comment that contains a comment's start": "<!-- <!-- -->",
  };
  for (const [what, text] of Object.entries(none)) {
    it(`returns false for ${what}`, () => expect(isStory(text)).to.equal(false));
  }

  const stories = {
    words: "Dust.",
    "words after a comment": "<!-- 5f3c -->\n\nDust.",
    "words before a comment": "Dust. <!-- 5f3c -->",
    "what follows a comment's first end": "<!-- a --> b -->",
    "a comment without an end": "<!-- 5f3c --",
    "a comment that browsers end early": "<!-- a --!> b -->",
    "a declaration": "<!DOCTYPE html>",
    "a different element": "<br>",
    "a character that is not seen": "\u200b",
  };
  for (const [what, text] of Object.entries(stories)) {
    it(`returns true for ${what}`, () => expect(isStory(text)).to.equal(true));
  }

  it("takes linear time for any number of comments", () => {
    // An algorithm in quadratic time would take hours.
    const texts = ["<!---->", "<!-- -- ", "-->", "<!--->", " <!--"].map((part) =>
      part.repeat(8_388_608 / part.length),
    );
    expect(texts.map(isStory)).to.deep.equal([false, true, true, false, true]);
  });
});
