import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { compileCreationCode, readContracts } from "../../scripts/lab/mutation/solidity.ts";
import { ethers } from "../../scripts/shared/hardhat/contractChain.ts";

const file = `contracts/${collectionConfig.contract}.sol`;
const realStart = /string memory baseURI,\s+address startingSignerAddress\s+\) [^{]+/;
const withArguments =
  'uint256 cap, uint256 price, uint256 batch) PhasedCollection(name, "", address(0), cap, price, batch) ';

describe("initial cap, price and maximum per mint", () => {
  it("compiles only within the packed fields' limits", async () => {
    const sources = new Map(readContracts());
    const source = sources.get(file) ?? "";
    expect(source).to.match(realStart);
    sources.set(file, source.replace(realStart, withArguments));
    const optimizer = { enabled: true, runs: 1 };
    const code = compileCreationCode(sources, { optimizer }) ?? "";
    const abi = ["constructor(uint256,uint256,uint256)"];
    const factory = new ethers.ContractFactory(abi, code, (await ethers.getSigners())[0]);
    const [cap, price, batch] = [2n ** 14n - 1n, 2n ** 64n - 2n, 2n ** 8n - 2n];

    await factory.deploy(cap, price, batch);
    for (const above of [
      [cap + 1n, price, batch],
      [cap, price + 1n, batch],
      [cap, price, batch + 1n],
    ]) {
      await expect(factory.deploy(...above)).to.be.revertedWithPanic(0x01);
    }
  });
});
