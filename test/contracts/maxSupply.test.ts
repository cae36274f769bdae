import { expect } from "chai";
import { parseContracts, readContracts } from "../../scripts/lab/mutation/solidity.ts";

describe("MAX_SUPPLY", () => {
  it("compiles up to the largest count of 14 bits", () => {
    const file = "contracts/Phases.sol";
    const imports = [...readContracts()].filter(([path]) => /\/(interfaces|types)\//.test(path));
    const phases = readContracts().get(file) ?? "";
    const compile = (maxSupply: string) => {
      const changed = phases.replace("MAX_SUPPLY = 10_000", `MAX_SUPPLY = ${maxSupply}`);
      expect(changed).not.to.equal(phases);
      return parseContracts(new Map([...imports, [file, changed]]));
    };
    expect(compile("16_383")).not.to.be.empty;
    expect(() => compile("16_384")).to.throw(/Phases\.sol:\d+:\d+/);
  });
});
