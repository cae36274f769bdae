import { expect } from "chai";
import { firstWords } from "../../api/src/page/firstWords.ts";
import { shortened } from "../../api/src/page/plainText.ts";

describe("the text of a preview", () => {
  describe("firstWords", () => {
    for (const [what, markdown, words] of [
      ["marks of emphasis", "She kept **one** _lamp_ lit.", "She kept one lamp lit."],
      ["a heading above the text", "# Ash\n\nShe kept one lamp lit.", "She kept one lamp lit."],
      ["only headings", "# Ash\n\n## Water", "Ash Water"],
      ["links and pictures", "To the [well](/drifter/7). ![A map](/m.jpg)", "To the well."],
      ["a list and a quote", "> Go.\n\n- dust\n- ~~salt~~\n  - wind", "Go. dust salt wind"],
      [
        "a table, code and a footnote",
        "Tea[^1].\n\n|a|\n|-|\n|b|\n\n```\nx\n```\n\n[^1]: No.",
        "Tea.",
      ],
      ["a quote of two paragraphs", "> One.\n>\n> Two.", "One. Two."],
      ["HTML", "Dust <b>and</b> ash.\n\n<script>alert(1)</script>\n", "Dust and ash."],
      ["a restored story", "<!-- 5f3c -->\n\nShe kept one lamp lit.", "She kept one lamp lit."],
      ["several paragraphs", "One.\n\nTwo\nthree.", "One. Two three."],
      ["nothing at all", "", ""],
    ] as const) {
      it(`keeps only the text of ${what}`, () => {
        expect(firstWords(markdown, 200)).to.equal(words);
      });
    }

    it("parses only the beginning of a megabyte", () => {
      // Parsing all of it would take hours.
      const marks = "[".repeat(500_000);
      expect(firstWords(`${marks}One.`, 200)).to.equal(firstWords(marks, 200));
    });
  });

  describe("shortened", () => {
    it("leaves a text that fits unchanged", () => {
      expect(shortened("Nine lives", 10)).to.equal("Nine lives");
    });

    for (const [what, character] of [
      ["a family", "👩‍👩‍👧‍👦"],
      ["a flag", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
      ["a letter with its accents", "é̂"],
      ["half of a pair of surrogates beside it", "𝄞"],
    ] as const) {
      it(`never splits ${what}`, () => {
        const { length } = character;
        for (let graphemes = 2; graphemes < 12; graphemes += 1) {
          const cut = shortened(character.repeat(40), graphemes).slice(0, -1);
          expect(cut.length % length, `at ${graphemes}`).to.equal(0);
          expect(cut.replaceAll(character, "")).to.equal("");
        }
      });
    }

    it("keeps right-to-left text", () => {
      expect(shortened("الريح تعرف الطريق", 50)).to.equal("الريح تعرف الطريق");
    });

    it("contains no lone surrogate", () => {
      expect(shortened("dust \ud83d", 50)).to.equal("dust \ufffd");
    });
  });
});
