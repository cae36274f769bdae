import { expect } from "chai";
import { describeWorld } from "../../../scripts/world/command/describeWorld.ts";
import type { World } from "../../../scripts/world/startWorld.ts";
import { account } from "../../support/api/apiFixture.ts";
import { borrowChain } from "../../support/api/borrowedChain.ts";

describe("the summary of npm start", () => {
  it("says of each phase whether it is sold out, running, halted or to come, and who owns which tokens", async () => {
    const chain = await borrowChain();
    const [owner, signer] = [account(0).address, account(1).address];
    const contract = await chain.ethers.deployContract("FringeDrifters", ["", signer]);
    const stranger = "0x1000000000000000000000000000000000000001";
    for (const [name, start, end] of [
      ["First", 1, 3],
      ["Second", 5, 9],
      ["Third", 11, 12],
    ] as const)
      await contract.adjustPhases(name, start, end);
    await contract.gift("First", [owner, stranger]);
    await contract.gift("Second", [stranger, owner, owner]);
    // Safety: only these are read.
    const world = {
      ...{ recipe: { name: "small", isChainDown: true }, chain, contract },
      ...{ apiUrl: "http://api.example", webUrl: "http://web.example" },
    } as unknown as World;
    const lines = async () =>
      (await describeWorld(world, 3))
        .split("\n")
        .filter((line) => / #0 | other | IDs | Chain |minted/.test(line))
        .map((line) => line.trim().replaceAll(/ {2,}/g, " | "));
    const rest = [`#0 | ${owner} | 1, 6–7`, `other | ${stranger} | 2, 5`];
    const listed = async (phase: string, state: string) => {
      await contract.changePhase(phase);
      expect(await lines()).to.deep.equal([
        `Chain | ${chain.url} | (chain id 31337; down)`,
        ...["First | IDs 1–2 | 2 of 2 minted | sold out"],
        `Second | IDs 5–8 | 3 of 4 minted | ${state}`,
        ...["Third | IDs 11–11 | 0 of 1 minted | to come", ...rest],
      ]);
    };
    await listed("First", "to come");
    await listed("Second", "halted");
    await contract.toggleMint();
    await listed("Second", "running");
    await chain.close();
  });
});
