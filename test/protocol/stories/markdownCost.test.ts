import { expect } from "chai";
import { maxRenderingCost, renderingCost } from "#protocol/stories/markdownCost";

const paragraph =
  "She kept **two** lamps lit (one for the road, one for the well) & waited.\n".repeat(4);

/** Returns nested lists: each line is one level deeper than the previous line, down to `depth`. */
const nested = (lines: number, depth: number) =>
  Array.from({ length: lines }, (_, line) => `${"  ".repeat(line % depth)}- a\n`).join("");
const repeated = (unit: string) => unit.repeat(400_000 / unit.length);

describe("renderingCost", () => {
  const affordable: Record<string, string> = {
    nothing: "",
    "a story of 100 kB in paragraphs": `${paragraph}\n`.repeat(330),
    "as much with spaces and tabs in its blank lines": `${paragraph} \t \n`.repeat(330),
    "a story of 300 kB without marks": `${"The dust was patient. ".repeat(20)}\n\n`.repeat(680),
    "lists in lists, fifty deep": `${"- ".repeat(50)}a`,
    "a poem of 1,200 lines without a blank one": "the dust, *again*\n".repeat(1_200),
    "a table of 500 rows": `| a | b |\n|---|---|\n${"| c | d |\n".repeat(500)}`,
    "a list of 1,500 items": "- a lamp\n".repeat(1_500),
    "lists in lists, ten deep": nested(1_000, 10),
    "a rule of a thousand dashes": "-".repeat(1_000),
    "a rule of spaced stars": "* ".repeat(40),
    "a page of plain code": `\`\`\`\n${"if (a < b && b > c) { d[0] |= 1; }\n".repeat(250)}\`\`\`\n`,
  };
  for (const [what, text] of Object.entries(affordable)) {
    it(`stays within the maximum for ${what}`, () => {
      expect(renderingCost(text)).to.be.at.most(maxRenderingCost);
    });
  }

  // The parser or the page takes seconds to minutes for each.
  const costly: Record<string, string> = {
    "400 kB of nested lists": nested(30_000, 10),
    "a staircase of lists": nested(400, 400),
    "lists on one line, in many lines": repeated("- - - - - a\n"),
    "lists of other marks": repeated("* - + a\n"),
    "lists between carriage returns": repeated("- a\r"),
    "lists nested by tabs": nested(400, 400).replaceAll("  ", "\t"),
    "quotes between blank lines": repeated("> a\n\n"),
    "lists in quotes": repeated("> - a\n> \n"),
    "quotes in quotes": ">".repeat(20_000),
    "lists in lists on one line": `${"- ".repeat(2_000)}a`,
    "numbered lists in lists on one line": `${"1. ".repeat(2_000)}a`,
    "a quote with lazy continuation lines": `${"> ".repeat(40)}a\n${"a\n".repeat(8_000)}`,
    "underlined headings": repeated("a\n=\n"),
    footnotes: Array.from({ length: 9_000 }, (_, i) => `[^${i}]\n\n[^${i}]: x\n`).join("\n"),
    "stars in words": repeated("a**b"),
    "emphasis of two kinds": repeated("*a_ "),
    "strikes that never end": repeated("~a~"),
    "a table of one endless row": `${"|a".repeat(20_000)}\n${"|-".repeat(20_000)}`,
    "a table of short rows": `${"|a".repeat(300)}\n${"|-".repeat(300)}\n${"|\n".repeat(3_000)}`,
    "links that never close": repeated("[a]("),
    "brackets that never open": repeated("a]"),
    "instructions that never end": repeated("a <? "),
    "comments that never end": repeated("a <!-- "),
    "addresses without an end": repeated("www._"),
    "a megabyte of lines without a blank one": "a\n".repeat(500_000),
    "a megabyte of paragraphs": "a\n\n".repeat(330_000),
    "a megabyte of prose": "dust ".repeat(200_000),
  };
  for (const [what, text] of Object.entries(costly)) {
    it(`exceeds the maximum for ${what}`, () => {
      expect(renderingCost(text)).to.be.above(maxRenderingCost);
    });
  }
});
