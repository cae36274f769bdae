import { expect } from "chai";
import { type Client, createPublicClient, custom } from "viem";
import { readPhaseNames } from "#sale/phaseNames";
import { deployCollection, ethers, provider } from "../support/contracts/collection.ts";
import { fakeNode } from "../support/protocol/fakeNode.ts";

// Safety: Hardhat's provider speaks EIP-1193.
const client: Client = createPublicClient({ transport: custom(provider as never), cacheTime: 0 });

describe("readPhaseNames", () => {
  it("reads names of every length from the contract's storage, with and without IDs", async () => {
    const { collection, domain } = await deployCollection();
    const lengths = [1, 18, 19, 31, 32, 64, 65, 600];
    const names = lengths.map((length) => "é".repeat(length / 2) + "e".repeat(length % 2));
    for (const [index, name] of names.entries()) await collection.adjustPhases(name, index, index);
    await collection.changePhase("Named only");
    const blockNumber = BigInt(await ethers.provider.getBlockNumber());
    const found = await readPhaseNames(client, domain.contract, blockNumber);
    expect(found.slice(-names.length - 1)).to.deep.equal([...names, "Named only"]);
  });

  it("rejects a contract with a different storage layout", async () => {
    const other = fakeNode(() => "0x10000");
    const outcome = readPhaseNames(other, `0x${"1".repeat(40)}`, 1n).catch((error) => error);
    expect((await outcome).message).to.equal("The contract is not a phased collection.");
  });
});
