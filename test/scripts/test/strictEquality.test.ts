import { expect } from "chai";
import hre from "hardhat";

describe("deep.equal beside Hardhat's matchers", () => {
  it("distinguishes values that the toolbox's matchers would equate", async () => {
    await hre.network.create();
    for (const [left, right] of [
      ["0xAB", "0xab"],
      ["01", "1"],
      [1, "1"],
      ["", 0],
      [1n, 1],
    ]) {
      expect({ value: [left] }).not.to.deep.equal({ value: [right] });
      expect({ value: [left] }).to.deep.equal({ value: [left] });
    }
  });
});
