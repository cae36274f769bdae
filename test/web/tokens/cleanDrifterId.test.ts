import { expect } from "chai";
import { cleanDrifterId, selectedTokenPath } from "../../../web/src/tokens/tokenLinks.ts";

describe("cleanDrifterId", () => {
  it("[S5.1] trims spaces", () => {
    expect(cleanDrifterId(" 12 ")).to.equal("12");
  });

  it("[S5.2] strips only leading zeros", () => {
    expect(cleanDrifterId("007")).to.equal("7");
    expect(cleanDrifterId(" 0070 ")).to.equal("70");
  });

  it("[S5.3] returns an empty string if there are only zeros", () => {
    expect(["0", "000", " 0 ", ""].map(cleanDrifterId)).to.deep.equal(["", "", "", ""]);
  });

  it("returns other invalid IDs unchanged, so that they are not found", () => {
    expect(["-5", "1.5", "1e3"].map(cleanDrifterId)).to.deep.equal(["-5", "1.5", "1e3"]);
  });
});

describe("drifterPath", () => {
  it("returns the drifter's path, or / without an ID", () => {
    expect(selectedTokenPath("7")).to.equal("/drifter/7");
    expect(selectedTokenPath("")).to.equal("/");
  });

  it("encodes an invalid ID as one path segment", () => {
    expect(selectedTokenPath("../a b")).to.equal("/drifter/..%2Fa%20b");
  });
});
