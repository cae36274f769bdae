import { join } from "node:path";
import { expect } from "chai";
import { parseContracts, readContracts } from "../../scripts/lab/mutation/solidity.ts";

const root = join(import.meta.dirname, "../..");

describe("MAX_SUPPLY", () => {
  it("compiles up to the largest count of 14 bits", async () => {
    const sources = await readContracts(root);
    const phases = sources.get("contracts/Phases.sol") ?? "";
    const compiles = (maxSupply: string) => {
      const changed = phases.replace("MAX_SUPPLY = 10_000", `MAX_SUPPLY = ${maxSupply}`);
      expect(changed).not.to.equal(phases);
      try {
        return (
          parseContracts(root, new Map([...sources, ["contracts/Phases.sol", changed]])).size > 0
        );
      } catch (error) {
        return String(error).match(/Phases\.sol:\d+:\d+/)?.length === undefined;
      }
    };
    expect(["16_383", "16_384", "20_000"].map(compiles)).to.deep.equal([true, false, false]);
  });
});
