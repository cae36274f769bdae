import { expect } from "chai";
import { describeDrifters } from "../../web/src/dev/devAccounts.ts";

describe("describeDrifters", () => {
  it("summarises consecutive ids as ranges", () => {
    expect(describeDrifters([1n, 2n, 3n, 7n, 101n, 102n])).to.equal("drifters 1–3, 7, 101–102");
  });

  it("has words for one and for none", () => {
    expect(describeDrifters([12n])).to.equal("drifter 12");
    expect(describeDrifters([])).to.equal("no drifters");
  });
});
