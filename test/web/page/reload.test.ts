import { expect } from "chai";
import { parseKept } from "../../../web/src/page/reload.ts";

describe("the texts that a reload keeps", () => {
  it("are read by their names", () => {
    expect(parseKept('[["quantity","3"]]').get("quantity")).to.equal("3");
  });

  it("are empty where nothing, or something else, is stored under their name", () => {
    for (const saved of [null, "", "{", "5", "null", "[1]"]) {
      expect([...parseKept(saved)], `${saved}`).to.deep.equal([]);
    }
  });
});
