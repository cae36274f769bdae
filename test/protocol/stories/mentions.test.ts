import { expect } from "chai";
import { findMentions } from "#protocol/stories/mentions";

const mentioned = (text: string) =>
  findMentions(text).map(({ start, end, drifterId }) => [text.slice(start, end), drifterId]);

describe("findMentions", () => {
  it("finds Drifter 12, drifter 12, Drifter #12 and #12, even with a no-break space, with their offsets", () => {
    expect(
      mentioned("Drifter 12 met #7, (drifter 0); Drifter #31. And #5's. Drifter\u00a013."),
    ).to.deep.equal([
      ["Drifter 12", "12"],
      ["#7", "7"],
      ["drifter 0", "0"],
      ["Drifter #31", "31"],
      ["#5", "5"],
      ["Drifter\u00a013", "13"],
    ]);
  });

  for (const text of [
    "Drifters 12",
    "outdrifter 12",
    "a#12",
    "##12",
    "&#12;",
    "/page#12",
    "#012",
    "#12th",
    "#12_a",
    "#1.5",
    "#1,000",
    "# 12",
    `#${2n ** 256n}`,
    `#${"9".repeat(100)}`,
  ]) {
    it(`finds nothing in ${text.slice(0, 20)}`, () => expect(mentioned(text)).to.deep.equal([]));
  }
});
