import { expect } from "chai";
import { closestName, didYouMean } from "#protocol/values/closestName";

const known = ["--rpc", "--Network"];

describe("a misspelled name", () => {
  it("has the known name with the fewest edits as its closest, whatever the case", () => {
    expect(closestName("--NETWROK", known)).to.equal("--Network");
    expect(closestName("--x", known)).to.equal("--rpc");
    expect(closestName("--x", [])).to.equal(undefined);
  });

  it("is answered with the closest name up to two edits away", () => {
    expect(didYouMean("--NETWROK", known)).to.equal(" Did you mean --Network?");
    expect(didYouMean("--netwrxk", known)).to.equal(" Did you mean --Network?");
    expect(didYouMean("--netxxxk", known)).to.equal("");
    expect(didYouMean("x", [])).to.equal("");
  });
});
