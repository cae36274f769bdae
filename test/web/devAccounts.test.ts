import { expect } from "chai";
import { describeDrifters } from "../../web/src/dev/devAccounts.ts";

describe("describeDrifters", () => {
  it("lists ranges of IDs", () => {
    expect(describeDrifters([1n, 2n, 3n, 7n, 101n, 102n])).to.equal("drifters 1–3, 7, 101–102");
  });

  it("has forms for one drifter and for none", () => {
    expect(describeDrifters([12n])).to.equal("drifter 12");
    expect(describeDrifters([])).to.equal("no drifters");
  });
});
