import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { NarrativeListItem, SignedRevision } from "#protocol/wire/responses";
import { describeWorld } from "../../../../scripts/world/command/describeWorld.ts";
import { scenarioRecipe } from "../../../../scripts/world/recipe.ts";
import { readTokens } from "../../../../scripts/world/scenarios/readTokens.ts";
import { loadScenario } from "../../../../scripts/world/scenarios/scenario.ts";
import type { World } from "../../../../scripts/world/startWorld.ts";
import { inSoak } from "../../../support/search.ts";
import {
  quickRecipe,
  requestApi,
  startScenarioWorld,
} from "../../../support/world/scenarioWorld.ts";

// One world loads each scenario in sequence, which takes one or two seconds each.
inSoak.describe("npm start -- --scenario", () => {
  let stage: Awaited<ReturnType<typeof startScenarioWorld>>;

  before(async () => {
    stage = await startScenarioWorld("fresh");
  });
  after(() => stage?.close());

  const enter = async (name: string): Promise<World> => stage.become(await quickRecipe(name));

  async function storiesOf(world: World): Promise<string[]> {
    const { body } = await requestApi(world);
    return (body as NarrativeListItem[]).map(({ drifterId }) => drifterId);
  }

  async function historyOf(world: World, drifterId: number): Promise<SignedRevision[]> {
    const { body } = await requestApi(world, `/${drifterId}/history`);
    return body;
  }

  it("starts mid-sale with a sold-out, an open and an upcoming phase, and fifteen stories", async () => {
    const world = await enter("mid-sale");
    expect(await describeWorld(world, 1))
      .to.match(/First Dust +IDs 1–48 +48 of 48 minted +sold out\n/)
      .and.match(/Lantern Season .* 40 of \d+ minted +running\n/)
      .and.match(/ 0 of \d+ minted +to come\n/);
    expect(await storiesOf(world)).to.have.length(15);
  });

  it("starts contract-wallet with a contract that owns drifters and signed a story by ERC-1271", async () => {
    const { contract, chain, ...world } = await enter("contract-wallet");
    const owner = await contract.ownerOf(1);
    expect(await chain.ethers.provider.getCode(owner)).not.to.equal("0x");
    expect(await contract.balanceOf(owner)).to.equal(3n);
    const [story] = await historyOf({ contract, chain, ...world }, 1);
    expect(story?.author).to.equal(owner);
    expect(story?.signature).to.have.length(2 + 2 * 130);
  });

  it("starts named-owners with names that lead to the drifters' owners", async () => {
    const { apiUrl, contract } = await enter("named-owners");
    const named = (await (await fetch(`${apiUrl}/api/names/ash.eth`)).json()) as object;
    expect(named).to.deep.equal({ address: await contract.ownerOf(1) });
  });

  it("starts thousands with 3,200 uniquely named drifters", async () => {
    const { plan, stories } = await loadScenario("thousands");
    const planned = plan.phases.flatMap(({ mints }) => mints.map(({ quantity }) => quantity));
    expect(planned.reduce((sum, quantity) => sum + quantity, 0)).to.equal(3_200);

    // Mints fewer drifters than the scenario, to save time.
    const phases = plan.phases.map((phase) => ({
      ...phase,
      mints: [{ account: 2, quantity: 200 }],
    }));
    const few = { ...plan, phases, events: [], paintedAtMost: 2 };
    const world = await stage.become(scenarioRecipe({ name: "thousands", stories, plan: few }));
    expect(await world.contract.totalSupply()).to.equal(200n);
    const collection = join(world.home, "collection");
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    const names = ids.map(async (id): Promise<string> => {
      const file = join(collection, "metadata", `${id}.json`);
      return JSON.parse(await readFile(file, "utf8")).name;
    });
    expect(new Set(await Promise.all(names)).size).to.equal(200);
  });

  it("starts chain-down with an unreachable chain and readable stories, and then recovers", async () => {
    const world = await enter("chain-down");
    const readChainId = () =>
      fetch(world.chain.url, {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      });
    const rejected = await readChainId().then(
      () => false,
      () => true,
    );
    expect(rejected).to.equal(true);
    expect(await storiesOf(world)).to.have.length(15);
    expect((await readTokens(world.contract)).length).to.equal(88);
    const next = await enter("fresh");
    expect(next.chain.url).to.equal(world.chain.url);
    expect((await readChainId()).ok).to.equal(true);
  });
});
