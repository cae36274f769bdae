import { expect } from "chai";
import { readBitTables } from "../../../scripts/shared/bitTables.ts";
import { textOf, trackedFiles } from "../../support/commands/documents.ts";

const table = (...rows: string[]) =>
  [
    "/// @dev Two values.",
    "///",
    "/// | bits | field | |",
    "/// | ---- | ----- | - |",
    ...rows.map((row) => `/// | ${row} |`),
    "type Packed is uint256;",
  ].join("\n");

describe("readBitTables", () => {
  it("reads each field's bits, amounts in wei, and the meaning of all ones", () => {
    const price = "1–255 | price | wei per token; all ones: stored in `_largePrice`";
    expect([...readBitTables([table("0 | isOpen |  ", price)])]).to.deep.equal([
      [
        "Packed",
        [
          { name: "isOpen", bits: [0, 0] },
          { name: "price", bits: [1, 255], isAmount: true, allOnes: "stored in _largePrice" },
        ],
      ],
    ]);
  });

  it("ignores a table with a gap, an overlap or missing bits at the end", () => {
    for (const rows of [
      ["0–9 | a | ", "11–255 | b | "],
      ["0–9 | a | ", "9–255 | b | "],
      ["0–9 | a | ", "10–254 | b | "],
    ]) {
      expect([...readBitTables([table(...rows)])], rows.join()).to.deep.equal([]);
    }
  });

  it("finds a complete table for each packed type in contracts/types", async () => {
    const files = trackedFiles("contracts/types/*.sol");
    const names = files.map((file) => file.replace(/^.*\/|\.sol$/g, ""));
    const tables = readBitTables(await Promise.all(files.map(textOf)));
    expect([...tables.keys()])
      .to.have.members(names)
      .and.not.have.length(0);
  });
});
