import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { publishNarratives } from "../../../scripts/world/scenarios/publishStories.ts";
import { readDrifters } from "../../../scripts/world/scenarios/readDrifters.ts";
import { serviceVariables, startWatchedService } from "../../../scripts/world/service.ts";
import {
  copyNarratives,
  listSnapshots,
  saveWorld,
  snapshotRecipe,
} from "../../../scripts/world/snapshots.ts";
import type { World } from "../../../scripts/world/startWorld.ts";
import { until } from "../../support/until.ts";
import { quickRecipe, requestApi, startScenarioWorld } from "../../support/world/scenarioWorld.ts";

describe("the local world", () => {
  let stage: Awaited<ReturnType<typeof startScenarioWorld>>;

  before(async () => {
    stage = await startScenarioWorld("disputed-stories");
  });
  after(async () => {
    await stage?.close();
  });

  /** State of a world that a reset or a load must restore. */
  async function describeState(world: World) {
    const { chain, contract, apiUrl, webUrl } = world;
    const narratives = await readdir(join(world.home, "narratives"), { recursive: true });
    const block = await chain.ethers.provider.getBlock("latest");
    return {
      addresses: [chain.url, apiUrl, webUrl, await contract.getAddress()],
      // The hash includes the time, which depends on the duration of earlier blocks.
      block: [block?.number, block?.stateRoot],
      drifters: await readDrifters(contract),
      // A file's name contains its drifter, revision and narrative hash.
      stories: narratives.filter((name) => name.endsWith(".json")).sort(),
    };
  }

  /** Makes a transfer, a story, and a balance of an account without a key. */
  async function disturb({ chain, contract, apiUrl }: World): Promise<void> {
    const accounts = await chain.ethers.getSigners();
    const [holder, receiver] = [accounts[2], accounts[9]];
    if (!holder || !receiver) throw new Error("The node has no such accounts.");
    await contract.connect(holder).transferFrom(holder, receiver, 5);
    const story = { drifterId: "5", narrative: "Bought in the middle of the dispute." };
    await publishNarratives({ apiUrl, chain, contract, stories: [story] });
    const keyless = "0x00000000000000000000000000000000000c0ffe";
    await receiver.sendTransaction({ to: keyless, value: 10n ** 18n });
    const impersonated = await chain.ethers.getImpersonatedSigner(keyless);
    await impersonated.sendTransaction({ to: holder, value: 5n });
    await chain.ethers.provider.send("evm_increaseTime", [86_400]);
    await chain.ethers.provider.send("evm_mine", []);
  }

  it("is identical after a reset: addresses, owners, IDs, stories and the last block", async () => {
    const begun = await describeState(stage.world());
    await disturb(stage.world());
    expect(await describeState(stage.world())).not.to.deep.equal(begun);
    await stage.become(await quickRecipe("disputed-stories"));
    expect(await describeState(stage.world())).to.deep.equal(begun);
  });

  it("restores a snapshot exactly, including impersonated calls and changed times", async () => {
    await disturb(stage.world());
    const saved = await describeState(stage.world());
    const text = await requestApi(stage.world(), "/5");
    const { paintedAtMost } = await saveWorld(stage.world(), stage.directory, "mid-dispute");
    expect(paintedAtMost).to.equal(stage.world().recipe.paintedAtMost);
    expect(await listSnapshots(stage.directory)).to.deep.equal(["mid-dispute"]);
    await stage.world().contract.adjustPhases("Dust", 1_001, 1_011);
    const world = await stage.become(await snapshotRecipe(stage.directory, "mid-dispute"));
    expect(world.notes).to.deep.equal([]);
    expect(await describeState(world)).to.deep.equal(saved);
    expect(await requestApi(world, "/5")).to.deep.equal(text);
  });

  it("is unchanged when a snapshot is invalid", async () => {
    await saveWorld(stage.world(), stage.directory, "spoiled");
    const file = join(stage.directory, "snapshots", "spoiled", "world.json");
    await writeFile(file, "{}");
    const before = await describeState(stage.world());
    const error = await snapshotRecipe(stage.directory, "spoiled").catch(String);
    expect(error).to.match(/is invalid/);
    expect(await describeState(stage.world())).to.deep.equal(before);
    expect((await requestApi(stage.world(), "/1")).status).to.equal(200);
  });

  it("serves the same stories after a change of the service's sources", async () => {
    const { chain, contract, home, apiUrl } = stage.world();
    const contractAddress = await contract.getAddress();
    const narratives = join(stage.directory, "copy");
    await copyNarratives(join(home, "narratives"), narratives);
    expect(await readdir(narratives))
      .to.include(".format.json")
      .and.not.include(".lock");
    const places = { port: await freePort(), narratives, collection: join(home, "collection") };
    const service = await startWatchedService(
      serviceVariables({ chain, contractAddress, ...places }),
    );
    try {
      // Names are read some time after the start.
      const list = async (url: string) => {
        const stories: { drifterId: string; revision: number; savedAt: string }[] = await (
          await fetch(`${url}/api/narrative`)
        ).json();
        return stories.map(({ drifterId, revision, savedAt }) => [drifterId, revision, savedAt]);
      };
      const isServing = () =>
        fetch(`${service.url}/healthz`).then(
          () => true,
          () => false,
        );
      const now = new Date();
      await utimes("scripts/world/serviceProcess.ts", now, now);
      await until(async () => !(await isServing()));
      await until(isServing);
      expect(await list(service.url)).to.deep.equal(await list(apiUrl));
    } finally {
      await service.close();
    }
  });

  it("keeps its stories when the contracts change, also after loading a snapshot", async () => {
    await saveWorld(stage.world(), stage.directory, "loaded");
    await stage.become(await snapshotRecipe(stage.directory, "loaded"));
    const { chain, contract, apiUrl } = stage.world();
    const stories = [{ drifterId: "6", narrative: "Published after it was loaded." }];
    await publishNarratives({ apiUrl, chain, contract, stories });
    const before = await describeState(stage.world());
    stage.replace(await stage.world().renew(quietStep));
    expect(await describeState(stage.world())).to.deep.equal(before);
  });
});
