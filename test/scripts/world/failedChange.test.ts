import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { errorOf } from "../../support/errorOf.ts";
import { quickRecipe, requestApi, startScenarioWorld } from "../../support/world/scenarioWorld.ts";

describe("a world whose chain cannot be saved", () => {
  let stage: Awaited<ReturnType<typeof startScenarioWorld>>;

  before(async () => {
    stage = await startScenarioWorld("fresh");
  });
  after(() => stage?.close());

  it("reports why and leaves the running world, which can still be replaced", async () => {
    const recipe = await quickRecipe("minting-off");
    const file = join(stage.directory, recipe.folder, "chain.jsonl");
    await mkdir(file, { recursive: true });
    const { message } = await errorOf(stage.become(recipe));
    expect(message).to.match(/^EISDIR: /);
    expect((await requestApi(stage.world())).status).to.equal(200);
    expect(await readdir(join(file, ".."))).to.deep.equal(["chain.jsonl", "chain.jsonl.tmp"]);
    await rm(file, { recursive: true });
    expect((await stage.become(recipe)).recipe.name).to.equal("minting-off");
  });
});
