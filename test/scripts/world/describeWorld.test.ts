import { expect } from "chai";
import { describeWorld } from "../../../scripts/world/command/describeWorld.ts";
import { populateCollection } from "../../../scripts/world/scenarios/populateCollection.ts";
import { readTokens } from "../../../scripts/world/scenarios/readTokens.ts";
import type { World } from "../../../scripts/world/startWorld.ts";
import { account } from "../../support/api/apiFixture.ts";
import { borrowChain } from "../../support/api/borrowedChain.ts";

describe("npm start summary", () => {
  it("describes each phase's state and each account's tokens", async () => {
    const chain = await borrowChain();
    const [owner, signer, holder] = [0, 1, 2].map((index) => account(index).address);
    const stranger = "0x1000000000000000000000000000000000000001";
    const phase = (name: string, startingPoint: number, endPoint: number) => {
      return { name, startingPoint, endPoint, mints: [], gifts: [] };
    };
    const progress: unknown[] = [];
    const contract = await populateCollection({
      ...{ chain, baseURI: "", onProgress: (each) => progress.push(each) },
      plan: {
        phases: [
          { ...phase("First", 1, 3), mints: [{ account: 0, quantity: 1 }], gifts: [2] },
          { ...phase("Second", 3, 27), mints: [{ account: 0, quantity: 22 }], gifts: [1] },
          phase("Third", 31, 32),
        ],
        minting: false,
      },
    });
    expect([...progress]).to.deep.equal([1, 2, 24, 25].map((done) => ({ done, total: 25 })));
    const [one, last] = [{ phase: "First" }, { phase: "Second" }];
    expect((await readTokens(contract)).filter(({ id }) => id < 4 || id > 23)).to.deep.equal([
      { ...one, id: 1, owner },
      { ...one, id: 2, owner: holder },
      { ...last, id: 3, owner },
      { ...last, id: 24, owner },
      { ...last, id: 25, owner: signer },
    ]);
    expect(await contract.CURRENTPHASE()).to.equal("Second");
    await contract.transferFrom(owner ?? "", stranger, 5);
    // Safety: only these are read.
    const world = {
      ...{ recipe: { name: "small", summary: "Few.", isChainDown: true }, chain, contract },
      ...{ apiUrl: "http://api.example", webUrl: "http://web.example" },
    } as unknown as World;
    const lines = async () =>
      (await describeWorld(world, 3))
        .split("\n")
        .filter((line) => / #[0-4] | other | IDs | Chain |minted/.test(line))
        .map((line) => line.trim().replaceAll(/ {2,}/g, " | "));
    const rest = [
      ...[`#0 | ${owner} | 1, 3–4, 6–24`, `#1 | ${signer} | 25`, `#2 | ${holder} | 2`],
      ...[3, 4].map((index) => `#${index} | ${account(index).address} | none yet`),
      `other | ${stranger} | 5`,
    ];
    const listed = async (phase: string, state: string) => {
      await contract.changePhase(phase);
      expect(await lines()).to.deep.equal([
        `Chain | ${chain.url} | (chain id 31337; down)`,
        ...["First | IDs 1–2 | 2 of 2 minted | sold out"],
        `Second | IDs 3–26 | 23 of 24 minted | ${state}`,
        ...["Third | IDs 31–31 | 0 of 1 minted | to come", ...rest],
      ]);
    };
    expect(await describeWorld(world, 3)).to.contain("Open http://web.example\n  Few.\n\n");
    await listed("First", "to come");
    await listed("Second", "halted");
    await contract.toggleMint();
    await listed("Second", "running");
    await chain.close();
  });
});
