import { expect } from "chai";
import { closestName, didYouMean } from "#protocol/values/closestName";

const known = ["--rpc", "--Network"];

describe("closestName", () => {
  it("returns the known name with the fewest edits, ignoring case", () => {
    expect(closestName("--NETWROK", known)).to.equal("--Network");
    expect(closestName("--x", known)).to.equal("--rpc");
    expect(closestName("--x", [])).to.equal(undefined);
  });

  it("returns a name only up to two edits away", () => {
    expect(didYouMean("--NETWROK", known)).to.equal(" Did you mean --Network?");
    expect(didYouMean("--netwrxk", known)).to.equal(" Did you mean --Network?");
    expect(didYouMean("--netxxxk", known)).to.equal("");
    expect(didYouMean("x", [])).to.equal("");
  });
});
