import { expect } from "chai";
import { exceedsMarkdownLimits } from "#protocol/markdownLimits";

const paragraph =
  "She kept **two** lamps lit (one for the road, one for the well) & waited.\n".repeat(4);

describe("exceedsMarkdownLimits", () => {
  const harmless: Record<string, string> = {
    nothing: "",
    "a story of 500 kB in paragraphs": `${paragraph}\n`.repeat(1_600),
    "as much with spaces and tabs in its blank lines": `${paragraph} \t \n`.repeat(1_600),
    "marks that are just few enough": "*".repeat(10_000),
    "lists in lists, fifty deep": `${"- ".repeat(50)}a`,
    "a poem of 3,000 lines without a blank one": "the dust, *again*\n".repeat(3_000),
    "a table of 500 rows": `| a | b |\n|---|---|\n${"| c | d |\n".repeat(500)}`,
    "lists in lists, ten deep": Array.from({ length: 10 }, (_, i) => `${"  ".repeat(i)}- a`).join(
      "\n",
    ),
    "a rule of a thousand dashes": "-".repeat(1_000),
    "a rule of spaced stars": "* ".repeat(40),
    "a page of plain code": `\`\`\`\n${"if (a < b && b > c) { d[0] |= 1; }\n".repeat(500)}\`\`\`\n`,
  };
  for (const [what, text] of Object.entries(harmless)) {
    it(`is false for ${what}`, () => {
      expect(exceedsMarkdownLimits(text)).to.equal(false);
    });
  }

  const costly: Record<string, string> = {
    "quotes in quotes": ">".repeat(20_000),
    "spaced quotes in quotes": "> ".repeat(60),
    "lists in lists, one deeper than fifty, after a line": `a\n${"- ".repeat(51)}a`,
    "one mark too many": "*".repeat(10_001),
    "one mark too many in two blocks": `${"*".repeat(9_999)}\n\n${"_".repeat(142)}`,
    "lists in lists on one line": `${"- ".repeat(2_000)}a`,
    "numbered lists in lists on one line": `${"1. ".repeat(2_000)}a`,
    "strikes that never end": "~a~".repeat(20_000),
    "stars in words": "a**b".repeat(20_000),
    "a table of one endless row": `${"|a".repeat(20_000)}\n${"|-".repeat(20_000)}`,
    "links that never close": "[a](".repeat(20_000),
    "a megabyte of lines without a blank one": "a\n".repeat(500_000),
  };
  for (const [what, text] of Object.entries(costly)) {
    it(`is true for ${what}`, () => {
      expect(exceedsMarkdownLimits(text)).to.equal(true);
    });
  }
});
