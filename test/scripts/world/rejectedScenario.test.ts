import { expect } from "chai";
import { collectionAbi } from "#chain/abi";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { populateCollection } from "../../../scripts/world/scenarios/populateCollection.ts";
import type { WorldPlan } from "../../../scripts/world/scenarios/scenarioFile.ts";
import { errorOf } from "../../support/errorOf.ts";

const dust = { name: "Dust", startingPoint: 1, endPoint: 6, mints: [], gifts: [] };

describe("a scenario that the contract rejects", () => {
  let chain: LocalChain;
  before(async () => {
    chain = await startLocalChain();
  });
  after(() => chain.close());

  const rejection = async (plan: WorldPlan) =>
    (await errorOf(populateCollection({ chain, plan, baseURI: "" }))).message.split("\n");

  it("names the mint, the rule, the cause, the fix, and how to trace it", async () => {
    const mints = [
      { account: 2, quantity: 3 },
      { account: 3, quantity: 3 },
    ];
    const [step, cause, fix, trace] = await rejection({ phases: [{ ...dust, mints }] });
    expect(step).to.match(/: account 3 mints 3 of “Dust” for \S+ ETH\.$/);
    expect(cause).to.match(/^PastSupply: \w.+/);
    expect(fix).to.match(/^→ \w.+/);
    expect(trace).to.match(/npm run mint -- explain --wallet 0x\w{40} --qty 3$/);
  });

  it("names the phase, the gifts or the owner's call", async () => {
    const [phase, cause] = await rejection({ phases: [{ ...dust, startingPoint: 9 }] });
    expect(phase).to.include("“Dust” gets the IDs 9 to 5.");
    expect(cause).to.match(/^PhaseBoundsReversed\(9, 6\): \w/);
    const [gifts] = await rejection({ phases: [{ ...dust, gifts: [4, 5, 6, 7, 8, 9] }] });
    expect(gifts).to.include("accounts 4, 5, 6, 7, 8, 9 get gifts of “Dust”.");
    const [call] = await rejection({ phases: [dust], calls: ['adjustPhases("Ash", 9, 6)'] });
    expect(call).to.include('the owner calls adjustPhases("Ash", 9, 6).');
  });

  it("names an error that the contract has had only since the world started", async () => {
    const loaded = collectionAbi as unknown as { name?: string }[];
    const index = loaded.findIndex(({ name }) => name === "PhaseBoundsReversed");
    const removed = loaded.splice(index, 1);
    try {
      const [, cause] = await rejection({ phases: [{ ...dust, startingPoint: 9 }] });
      expect(cause).to.match(/^PhaseBoundsReversed\(9, 6\): \w/);
    } finally {
      loaded.splice(index, 0, ...removed);
    }
  });
});
