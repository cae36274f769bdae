import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import hre from "hardhat";
import { digestContracts, typesAreCurrent } from "../../scripts/hardhat/typesDigest.ts";

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

describe("the digest of the contracts from which the types were generated", () => {
  it("is that of the committed contracts", async () => {
    expect(await typesAreCurrent(join(folder, ".."))).to.equal(true);
  });

  it("differs as soon as a contract changes, and without types", async () => {
    const root = await mkdtemp(join(tmpdir(), "fringe-drifters-digest-"));
    try {
      for (const each of ["contracts", "typechain-types"]) await mkdir(join(root, each));
      await writeFile(join(root, "contracts/Token.sol"), "contract Token {}");
      expect(await typesAreCurrent(root)).to.equal(false);
      await writeFile(join(root, "typechain-types/contracts.sha256"), await digestContracts(root));
      expect(await typesAreCurrent(root)).to.equal(true);
      await writeFile(join(root, "contracts/Token.sol"), "contract Token { }");
      expect(await typesAreCurrent(root)).to.equal(false);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
