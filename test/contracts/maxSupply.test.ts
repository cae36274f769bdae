import { expect } from "chai";
import { parseContracts, readContracts } from "../../scripts/lab/mutation/solidity.ts";

describe("MAX_SUPPLY", () => {
  it("compiles up to the largest count of 14 bits", () => {
    const sources = readContracts();
    const file = "contracts/Phases.sol";
    const compile = (maxSupply: string) => {
      const phases = sources.get(file) ?? "";
      const changed = phases.replace("MAX_SUPPLY = 10_000", `MAX_SUPPLY = ${maxSupply}`);
      expect(changed).not.to.equal(phases);
      return parseContracts(new Map([...sources, [file, changed]]));
    };
    expect(compile("16_383")).not.to.be.empty;
    for (const tooMany of ["16_384", "20_000"]) {
      expect(() => compile(tooMany), tooMany).to.throw(/Phases\.sol:\d+:\d+/);
    }
  });
});
