import { expect } from "chai";
import { isStory } from "#protocol/isStory";
import {
  randomComment,
  randomCommentOf,
  withRandomComment,
} from "../../web/src/narrative/randomComment.ts";
import "../support/componentLoader.ts";
import { renderMarkup } from "../support/markup.ts";

const { default: Markdown } = await import("../../web/src/narrative/Markdown.tsx");
const { SigningComment } = await import("../../web/src/narrative/SigningComment.tsx");

const old = "# Ash on the water\n\nShe kept **one** lamp lit.";

describe("a comment with random bits", () => {
  it("has 128 of them, differs each time, and is not a story", () => {
    const comments = Array.from({ length: 100 }, randomComment);
    expect(new Set(comments).size).to.equal(100);
    for (const comment of comments) {
      expect(comment).to.match(/^<!-- [0-9a-f]{32} -->$/);
      expect(isStory(comment)).to.equal(false);
    }
  });

  it("precedes a restored text with a blank line, once, however often it is restored", () => {
    const once = withRandomComment(old);
    const twice = withRandomComment(once);
    for (const text of [once, twice]) {
      expect(text).to.match(/^<!-- [0-9a-f]{32} -->\n\n# Ash/);
      expect(text.endsWith(`\n\n${old}`)).to.equal(true);
      expect(text.length).to.equal(once.length);
      expect(isStory(text)).to.equal(true);
    }
    expect(twice).not.to.equal(once);
    expect(withRandomComment("<!-- mine -->\n\nDust.")).to.contain("<!-- mine -->");
  });

  it("is invisible in the rendered story", async () => {
    const { words, elements } = await renderMarkup(<Markdown text={old} />);
    const restored = await renderMarkup(<Markdown text={withRandomComment(old)} />);
    expect(restored.words).to.equal(words);
    expect(restored.elements.length).to.equal(elements.length);
  });

  it("is explained when a restored text is signed, unless the published story has it already", async () => {
    const text = withRandomComment(old);
    const comment = randomCommentOf(text) ?? "";
    const { words } = await renderMarkup(<SigningComment text={text} published={old} />);
    expect(words).to.equal(
      `The comment ${comment} is added before the old version, because a replaced text can't be published again unchanged. Readers don't see it.`,
    );
    for (const [signed, published] of [
      [`${comment}\n\nDust.`, `${comment}\n\nAsh.`],
      [old, ""],
      [old, text],
    ] as const) {
      const none = await renderMarkup(<SigningComment text={signed} published={published} />);
      expect(none.elements).to.deep.equal([]);
    }
  });
});
