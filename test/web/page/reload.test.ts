import { expect } from "chai";
import { parseSavedTexts } from "../../../web/src/page/reload.ts";

describe("values persisted across a reload", () => {
  it("reads values by name", () => {
    expect(parseSavedTexts('[["quantity","3"]]').get("quantity")).to.equal("3");
  });

  it("returns nothing for missing or invalid values", () => {
    for (const saved of [null, "", "{", "5", "null", "[1]"]) {
      expect([...parseSavedTexts(saved)], `${saved}`).to.deep.equal([]);
    }
  });
});
