import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import hre from "hardhat";

const folder = join(import.meta.dirname, "../../typechain-types");

describe("the generated files that pages import", () => {
  for (const name of ["abi.ts", "errors.ts", "simulationCode.ts"]) {
    it(`${name} is not rewritten when the contracts have not changed`, async () => {
      const modified = async () => (await stat(join(folder, name), { bigint: true })).mtimeNs;
      const before = await modified();
      await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
      expect(await modified()).to.equal(before);
    });
  }
});
