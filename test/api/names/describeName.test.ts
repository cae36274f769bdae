import { expect } from "chai";
import { describeName, normalizeName } from "../../../api/src/names/describeName.ts";

describe("describeName", () => {
  it("returns an ASCII name without a note", () => {
    for (const name of ["ash.eth", "a.b-c.eth", "0x12.eth", "_ash.example.com"]) {
      expect(describeName(name), name).to.deep.equal({ name });
    }
  });

  it("notes which characters other than ASCII a name has", () => {
    for (const [name, note] of [
      ["vitalík.eth", "letters beyond a–z"],
      ["ßtraße.eth", "letters beyond a–z"],
      ["правда.eth", "Cyrillic"],
      ["日本.eth", "Han"],
      ["שלום.eth", "Hebrew"],
      ["١٢٣.eth", "Arabic"],
      ["🦊.eth", "symbols"],
      ["ash🦊.eth", "symbols"],
      ["ash’s.eth", "symbols"],
      ["правда.日本.eth", "Cyrillic, Han"],
    ] as const) {
      expect(describeName(name)).to.deep.equal({ name, note });
    }
  });

  it("rejects names that are not normalized, mix scripts, or imitate another script", () => {
    for (const name of [
      ...["Ash.eth", "ash.eth ", "ash\u200b.eth", "ash", "", ".eth", "a..eth", "0x12…34.eth"],
      // Cyrillic look-alikes of a, p, p, l, e, and one а in Latin letters.
      ...["\u0430\u0440\u0440\u04cf\u0435.eth", "vit\u0430lik.eth", "\u202ehte.hsa.eth"],
      `${"a".repeat(57)}.eth`,
    ]) {
      expect(describeName(name), name).to.equal(undefined);
    }
  });
});

describe("normalizeName", () => {
  it("normalizes what a visitor enters", () => {
    expect(["Ash.ETH", "not a name.eth", "ash"].map(normalizeName)).to.deep.equal([
      "ash.eth",
      undefined,
      undefined,
    ]);
  });
});
