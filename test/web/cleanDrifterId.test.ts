import { expect } from "chai";
import { cleanDrifterId, drifterPath } from "../../web/src/drifter/cleanDrifterId.ts";

describe("cleanDrifterId", () => {
  it("[S5.1] trims spaces", () => {
    expect(cleanDrifterId(" 12 ")).to.equal("12");
  });

  it("[S5.2] strips leading zeros, and no other", () => {
    expect(cleanDrifterId("007")).to.equal("7");
    expect(cleanDrifterId(" 0070 ")).to.equal("70");
  });

  it("[S5.3] leaves nothing of zeros alone", () => {
    expect(["0", "000", " 0 ", ""].map(cleanDrifterId)).to.deep.equal(["", "", "", ""]);
  });

  it("drops a minus sign, which no id has", () => {
    expect(["-5", "-05", "-"].map(cleanDrifterId)).to.deep.equal(["5", "5", ""]);
  });

  it("[S5.4] leaves what is no id as it is, to be not found", () => {
    expect(["1.5", "1e3"].map(cleanDrifterId)).to.deep.equal(["1.5", "1e3"]);
  });
});

describe("drifterPath", () => {
  it("leads to the drifter, or home when there is no id", () => {
    expect(drifterPath("7")).to.equal("/drifter/7");
    expect(drifterPath("")).to.equal("/");
  });

  it("keeps an id that is none within its part of the path", () => {
    expect(drifterPath("../a b")).to.equal("/drifter/..%2Fa%20b");
  });
});
