import { expect } from "chai";
import fc from "fast-check";
import { compareTexts, type Segment } from "../../../../web/src/narrative/history/compareTexts.ts";

/** Formats a comparison as one line: `[-removed-]`, `{+added+}`, and unchanged text. */
function compared(before: string, after: string): string {
  const marks = { unchanged: ["", ""], added: ["{+", "+}"], removed: ["[-", "-]"] } as const;
  return compareTexts(before, after)
    .map(({ kind, text }) => marks[kind].join(text))
    .join("");
}

const without = (kind: Segment["kind"], stretches: readonly Segment[]) =>
  stretches
    .filter((stretch) => stretch.kind !== kind)
    .map(({ text }) => text)
    .join("");

describe("compareTexts", () => {
  for (const [before, after, expected] of [
    ["She kept one lamp lit.", "She kept one lamp lit.", "She kept one lamp lit."],
    [
      "She kept one lamp lit.",
      "She kept two lamps lit.",
      "She kept [-one lamp -]{+two lamps +}lit.",
    ],
    ["Dust.", "", "[-Dust.-]"],
    ["", "Dust.", "{+Dust.+}"],
    ["", "", ""],
    ["One\nline", "One\n\nline", "[-One\n-]{+One\n\n+}line"],
    ["Dust ends", "Dust\r\nends", "[-Dust -]{+Dust\n+}ends"],
    ["Dust\r\nends.\r\n", "Dust\nends.\n", "Dust\nends.\n"],
    ["Dust\nends.", "Dust\rends", "Dust\nends[-.-]"],
    ["gone, away", "here, today", "[-gone, away-]{+here, today+}"],
    ["One.", "Two.", "[-One-]{+Two+}."],
    ["— One", "— Two", "— [-One-]{+Two+}"],
    ["gone, away", ", here", "[-gone, away-]{+, here+}"],
    ["他在沙漠里走", "他在海里走", "他在[-沙漠里-]{+海里+}走"],
    ["\u00e9", "e\u0301", "[-\u00e9-]{+e\u0301+}"],
  ] as const) {
    it(`returns ${JSON.stringify(expected)} for ${JSON.stringify(before)} and ${JSON.stringify(after)}`, () => {
      expect(compared(before, after)).to.equal(expected);
    });
  }

  it("preserves every character of both texts", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", ",", "é", "🏜️", "\u202e") });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const stretches = compareTexts(before, after);
        expect(without("added", stretches)).to.equal(before);
        expect(without("removed", stretches)).to.equal(after);
      }),
    );
  });

  it("compares lines when too many words changed, within the time limit", () => {
    const lines = (word: string) =>
      Array.from({ length: 900 }, (_, line) => `${word} ${line} ${word}\n`);
    const shared = "A line that stayed.\n";
    const stretches = compareTexts(
      [...lines("dust"), shared].join(""),
      [...lines("salt"), shared].join(""),
    );
    expect(stretches.at(-1)).to.deep.equal({ kind: "unchanged", text: shared });
    expect(without("added", stretches)).to.contain("dust 899 dust");
  });
});
