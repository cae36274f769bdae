import { expect } from "chai";
import { mintFloor } from "../../scripts/lab/bench/gas/floor.ts";
import { compareWithSnapshot } from "../../scripts/lab/bench/gas/report.ts";

describe("the gas report", () => {
  it("has a floor of the gas of the calldata and of the operations that every mint requires", () => {
    const firstOfOne = 21_000 + 2_100 + 2 * 5_000 + 2 * 22_100 + 3_100 + 1_875 + 130 + 100;
    expect(mintFloor("0x", 1, true)).to.equal(firstOfOne);
    expect(mintFloor("0x00ff", 1, true)).to.equal(firstOfOne + 20);
    expect(mintFloor("0x", 20, true)).to.equal(firstOfOne + 19 * 1_875);
    expect(mintFloor("0x", 1, false)).to.equal(firstOfOne - 17_100);
  });

  it("names a row that differs from the snapshot by more than half a percent, or is missing there", async () => {
    const measured = (name: string, figure: number) => ({ section: "Deployment", name, figure });
    const size = 18_201;
    expect(await compareWithSnapshot([measured("bytecode", size * 1.004)])).to.deep.equal({
      worse: [],
      others: [],
    });
    const { worse } = await compareWithSnapshot([measured("bytecode", 2 * size)]);
    expect(worse[0]).to.match(/^Deployment, bytecode: 36,402 gas, 100.0 % above/);
    const { others } = await compareWithSnapshot([measured("bytecode", 1), measured("dust", 1)]);
    expect(others).to.have.length(2);
  });
});
