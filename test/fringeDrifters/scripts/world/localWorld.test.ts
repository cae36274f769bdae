import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import type { NarrativeListItem, SignedRevision } from "#protocol/wire/responses";
import { lockFolder } from "#service/files";
import { quietStep } from "../../../../scripts/shared/commandLine/step.ts";
import { freePort } from "../../../../scripts/shared/freePort.ts";
import { serveControl } from "../../../../scripts/shared/worldControl.ts";
import { savedTransactions } from "../../../../scripts/world/chain/savedChain.ts";
import { runWorldCommand } from "../../../../scripts/world/command/commands.ts";
import { describeWorld } from "../../../../scripts/world/command/describeWorld.ts";
import { runWorld } from "../../../../scripts/world/command/runWorld.ts";
import { renderNewPortraits } from "../../../../scripts/world/portraits/renderNewPortraits.ts";
import type { Recipe } from "../../../../scripts/world/recipe.ts";
import { publishNarratives } from "../../../../scripts/world/scenarios/publishStories.ts";
import { readTokens } from "../../../../scripts/world/scenarios/readTokens.ts";
import { serviceVariables, startWatchedService } from "../../../../scripts/world/service.ts";
import {
  copyNarratives,
  type SavedWorld,
  saveWorld,
  snapshotRecipe,
} from "../../../../scripts/world/snapshots.ts";
import { problemCodeOf } from "../../../support/api/apiFixture.ts";
import { runInProcess } from "../../../support/commands/commandHere.ts";
import { expectTranscript, itPrints } from "../../../support/commands/transcript.ts";
import { until } from "../../../support/until.ts";
import {
  quickRecipe,
  requestApi,
  startScenarioWorld,
} from "../../../support/world/scenarioWorld.ts";

describe("local world", () => {
  let stage: Awaited<ReturnType<typeof startScenarioWorld>>;
  let stop: () => Promise<void>;

  before(async () => {
    stage = await startScenarioWorld("disputed-stories");
    const { directory } = stage;
    stop = await serveControl(directory, async (request) => {
      const outcome = await runWorldCommand(
        request,
        { world: stage.world(), directory },
        quietStep,
      );
      stage.replace(outcome.world);
      return outcome.text;
    });
  });
  after(async () => {
    await stop?.();
    await stage?.close();
  });

  /** Runs `npm run world`. */
  const command = async (...args: string[]) => {
    const { status, stdout, stderr } = await runInProcess((output) =>
      runWorld(args, stage.directory, output, quietStep),
    );
    return { status, text: `${stdout}${stderr}`.trim() };
  };
  const latest = async () => {
    const block = await stage.world().chain.ethers.provider.getBlock("latest");
    return { number: block?.number ?? 0, timestamp: block?.timestamp ?? 0 };
  };

  const keyless = "0x00000000000000000000000000000000000c0ffe";

  /** State of the world that a reset or a load must restore. */
  async function describeState() {
    const { chain, contract, apiUrl, webUrl, home } = stage.world();
    const narratives = await readdir(join(home, "narratives"), { recursive: true });
    const block = await chain.ethers.provider.getBlock("latest");
    return {
      addresses: [chain.url, apiUrl, webUrl, await contract.getAddress()],
      // The hash includes the time, which depends on the duration of earlier blocks.
      block: [block?.number, block?.stateRoot],
      tokens: await readTokens(contract),
      balance: await chain.ethers.provider.getBalance(keyless),
      // A file's name contains its drifter, revision and narrative hash.
      stories: narratives.filter((name) => name.endsWith(".json")).sort(),
    };
  }

  async function publish(drifterId: string, narrative: string): Promise<void> {
    const { chain, contract, apiUrl } = stage.world();
    await publishNarratives({ apiUrl, chain, contract, stories: [{ drifterId, narrative }] });
  }

  /** Transfers a drifter, saves a story, and sets the balance of an account without a key. */
  async function changeWorld(): Promise<void> {
    const { chain, contract } = stage.world();
    const accounts = await chain.ethers.getSigners();
    const [holder, receiver] = [accounts[2], accounts[9]];
    if (!holder || !receiver) throw new Error("The node has no such accounts.");
    await contract.connect(holder).transferFrom(holder, receiver, 5);
    await publish("5", "Bought in the middle of the dispute.");
    await receiver.sendTransaction({ to: keyless, value: 10n ** 18n });
    const impersonated = await chain.ethers.getImpersonatedSigner(keyless);
    await impersonated.sendTransaction({ to: holder, value: 5n });
    await command("balance", keyless, "7.5");
    await chain.ethers.provider.send("evm_increaseTime", [86_400]);
    await chain.ethers.provider.send("evm_mine", []);
  }

  it("contains revised, hidden and removed stories, and a former owner's story", async () => {
    const { contract, home } = stage.world();
    const historyOf = async (drifterId: number): Promise<SignedRevision[]> =>
      (await requestApi(stage.world(), `/${drifterId}/history`)).body;
    const authors = (await historyOf(1)).map(({ author }) => author);
    expect(authors).to.have.length(3);
    expect(authors[0]).to.equal(await contract.ownerOf(1));
    expect(new Set(authors).size).to.equal(2);
    const [orphan] = await historyOf(2);
    expect(orphan?.author).not.to.equal(await contract.ownerOf(2));
    expect((await requestApi(stage.world(), "/3")).status).to.equal(404);
    const hidden = await readFile(join(home, "narratives", "hidden", "3.json"), "utf8");
    expect(hidden).to.contain("disputed");
    expect((await requestApi(stage.world(), "/4")).status).to.equal(404);
    expect(await historyOf(4)).to.have.length(2);
    const list: NarrativeListItem[] = (await requestApi(stage.world())).body;
    expect(list.map(({ drifterId }) => drifterId)).to.deep.equal(["2", "1"]);
  });

  itPrints("reports the running world, and each command's result or error", async () => {
    const { chain, contract, apiUrl, webUrl } = stage.world();
    const names = {
      ...{
        chain: chain.url,
        host: new URL(chain.url).host,
        api: apiUrl,
        web: webUrl,
        directory: stage.directory,
      },
      ...{ collection: await contract.getAddress(), holder: await contract.ownerOf(3) },
    };
    const firstBlock = (await latest()).number;
    await mkdir(join(stage.directory, "snapshots/.unfinished.1"), { recursive: true });
    await expectTranscript("world", {
      ...{ names, firstBlock },
      run: async (words) =>
        words[0] === "describe"
          ? { status: 0, stdout: await describeWorld(stage.world(), 7), stderr: "" }
          : runInProcess((output) => runWorld(words, stage.directory, output, quietStep)),
    });
    await stage.become(await quickRecipe("disputed-stories"));
  });

  it("restores identical addresses, owners, IDs, stories and last block after a reset", async () => {
    const started = await describeState();
    await changeWorld();
    expect(await describeState()).not.to.deep.equal(started);
    await stage.become(await quickRecipe("disputed-stories"));
    expect(await describeState()).to.deep.equal(started);
  });

  it("restores a snapshot exactly with load and reset, including time and impersonation", async () => {
    await changeWorld();
    let saved = await describeState();
    const story = await requestApi(stage.world(), "/5");
    const { paintedAtMost } = stage.world().recipe;
    await command("save", "mid-dispute");
    await command("load", "fresh");
    expect(await stage.world().contract.totalSupply()).to.equal(0n);
    expect(await stage.world().contract.isMinting()).to.equal(false);
    for (const words of [["load", "mid-dispute"], ["reset"]]) {
      await command(...words);
      expect(stage.world().notes).to.deep.equal([]);
      expect(stage.world().recipe.paintedAtMost).to.equal(paintedAtMost);
      expect(await describeState()).to.deep.equal(saved);
      expect(await requestApi(stage.world(), "/5")).to.deep.equal(story);
      await stage.world().contract.adjustPhases("Dust", 1_001, 1_011);
      // A reset restores the last saved state.
      saved = await describeState();
      await command("save", "mid-dispute");
    }
  });

  it("stays unchanged when a snapshot is invalid or a new world's service does not start", async () => {
    const down = { ...stage.world().recipe, isChainDown: true };
    await saveWorld({ ...stage.world(), recipe: down }, stage.directory, "spoiled");
    const { isChainDown } = await snapshotRecipe(stage.directory, "spoiled");
    expect(isChainDown).to.equal(true);
    await writeFile(join(stage.directory, "snapshots", "spoiled", "world.json"), "{}");
    const before = await describeState();
    const { status, text } = await command("load", "spoiled");
    expect(status).to.equal(1);
    expect(text).to.match(/is invalid/);
    expect(await describeState()).to.deep.equal(before);
    const serviceVariables = () => ({ SALE_FILE: "/nowhere" });
    const { folder } = stage.world().recipe;
    const broken = { ...(await quickRecipe("fresh")), folder, serviceVariables };
    expect(String(await stage.become(broken).catch(String))).to.contain("/nowhere cannot be read");
    const used = join(stage.directory, "worlds/fresh/narratives");
    await mkdir(used, { recursive: true });
    const unlock = lockFolder(used);
    const rejected = await stage.become(await quickRecipe("fresh")).catch(String);
    unlock();
    expect(rejected).to.contain(`Another process is using ${used}.`);
    expect(await describeState()).to.deep.equal(before);
    expect((await requestApi(stage.world(), "/1")).status).to.equal(200);
  });

  it("moves time forward and mines blocks, but never moves backward", async () => {
    const { number: first, timestamp: started } = await latest();
    await command("snapshot");
    await command("time", "+1d");
    await command("snapshot");
    expect(await latest()).to.deep.equal({ number: first + 1, timestamp: started + 86_400 });
    const past = await command("time", "2001-01-01");
    expect(past.status).to.equal(1);
    expect(past.text).to.match(/^Time only moves forward: the latest block is dated \d{4}-/);
    expect(await command("time", "2030-01-01T12:00")).to.deep.equal({
      status: 0,
      text: `The latest block is ${first + 2}, dated 2030-01-01 12:00:00 UTC.`,
    });
    await command("mine", "3");
    await command("block", String(first + 9));
    expect((await latest()).number).to.equal(first + 9);
    expect((await command("block", String(first + 1_000_010))).text).to.contain(
      "at most 1000000 are mined at once",
    );
    for (const [block, ...number] of [[first + 1], [first, "1"], [first, "1"]] as const) {
      await command("revert", ...number);
      expect((await latest()).number).to.equal(block);
    }
  });

  it("serves the same stories after the service's sources change", async () => {
    const { chain, contract, home, apiUrl } = stage.world();
    const contractAddress = await contract.getAddress();
    const narratives = join(stage.directory, "copy");
    const unfinished = `.format.json.${"0".repeat(36)}.tmp`;
    await writeFile(join(home, "narratives", unfinished), "{");
    await copyNarratives(join(home, "narratives"), narratives);
    const names = await readdir(join(home, "narratives"));
    expect(await readdir(narratives)).to.have.members(
      names.filter((name) => name !== ".lock" && name !== unfinished),
    );
    const places = { port: await freePort(), narratives, collection: join(home, "collection") };
    const service = await startWatchedService(
      serviceVariables({ chain, contractAddress, ...places }),
    );
    try {
      // Names are read asynchronously after startup.
      const list = async (url: string) => {
        const stories: NarrativeListItem[] = await (await fetch(`${url}/api/narrative`)).json();
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

  const requestMint = async (account: number, qty: number) => {
    const minter = (await stage.world().chain.ethers.getSigners())[account]?.address;
    const body = JSON.stringify({ minter, qty });
    const headers = { "content-type": "application/json" };
    const url = `${stage.world().webUrl}/api/mint/authorization`;
    return problemCodeOf(await fetch(url, { method: "POST", headers, body }));
  };
  const enterPhase = async (name: string, start: number, end: number) => {
    await stage.world().contract.adjustPhases(name, start, end);
    await stage.world().contract.changePhase(name);
  };

  it("authorizes any account in the open phase, and only listed accounts once the next phase opens", async () => {
    expect(await requestMint(5, 1)).to.equal("403 mint.closed");
    await enterPhase("Lantern Season", 101, 120);
    expect(await requestMint(5, 19)).to.equal("200");
    expect(await requestMint(6, 20)).to.equal("422 mint.quantity_too_large");
    await enterPhase("The Long Crossing", 201, 401);
    expect(await requestMint(2, 3)).to.equal("403 mint.not_open_yet");
    const { provider } = stage.world().chain.ethers;
    await provider.send("evm_increaseTime", [35 * 86_400]);
    await provider.send("evm_mine", []);
    expect(await requestMint(2, 3)).to.equal("200");
    expect(await requestMint(5, 1)).to.equal("403 mint.not_listed");
  });

  it("paints portraits for new drifters, and reports a failure once while retrying", async () => {
    const { contract, home, webUrl } = stage.world();
    await contract.adjustPhases("The Gifts", 0, 1);
    const file = `${webUrl}/drifters/metadata/0.json`;
    expect((await fetch(file)).status).to.equal(404);
    const inTheWay = join(home, "collection/metadata/0.json");
    await mkdir(inTheWay);
    const { mock: failures } = mock.method(console, "error", () => undefined);
    await contract.gift("The Gifts", [await contract.ownerOf(1)]);
    await until(() => failures.callCount() > 0);
    await rm(inTheWay, { recursive: true });
    // This file is written last.
    await until(async () => (await fetch(`${webUrl}/drifters/images/full/0.jpg`)).ok);
    failures.restore();
    const metadata = await (await fetch(file)).json();
    expect(metadata).to.deep.include({ image: "/drifters/images/full/0.jpg" });
    expect((await fetch(`${webUrl}/drifters/images/0.jpg`)).status).to.equal(200);
    const reports: unknown[] = [];
    let reads = 0;
    const totalSupply = () => Promise.reject(new Error(`It is gone: ${++reads}.`));
    const stopPainting = renderNewPortraits({
      // Safety: the code reads nothing else before this point.
      contract: { totalSupply } as never,
      ...{ collection: "", portraits: "", onFailure: (error) => reports.push(String(error)) },
    });
    await until(() => reads > 2);
    await stopPainting();
    expect(reports).to.deep.equal(["Error: It is gone: 1."]);
  });

  it("retains its stories and drops its authorizations when the contracts change", async () => {
    const file = join(stage.directory, "snapshots/loaded/world.json");
    /** Loads a different version of the contract, one byte longer, which costs this much gas. */
    const load = async (gas: string, isReplaced: boolean) => {
      const saved: SavedWorld = JSON.parse(await readFile(file, "utf8"));
      const creation = savedTransactions(saved.chain).find(({ to }) => to === null);
      Object.assign(creation ?? {}, { gas, input: `${creation?.input}00` });
      await writeFile(file, JSON.stringify(saved));
      const recipe = await snapshotRecipe(stage.directory, "loaded");
      const fill: Recipe["fill"] = ({ withNewContracts, ...site }, step) =>
        recipe.fill({ ...site, withNewContracts: withNewContracts || isReplaced }, step);
      return (await stage.become({ ...recipe, fill })).notes;
    };
    await saveWorld(stage.world(), stage.directory, "loaded");
    const repeated =
      /^The contract has changed, so its \d+ transactions were repeated on the new version: the same ones succeed\.$/;
    expect((await load("0x5208", true)).join()).to.match(repeated);
    expect(await load("0x1000000", false)).to.deep.equal([
      "The chain has its own version of the contract, not the version in contracts/.",
      "Block hashes differ from block 1 on: a different version of this software saved the chain, or its file was edited.",
    ]);
    await publish("6", "Published after it was loaded.");
    const before = await describeState();
    await enterPhase("Lantern Season", 101, 121);
    expect(await requestMint(7, 2)).to.equal("200");
    stage.replace(await stage.world().renew(quietStep));
    expect(await describeState()).to.deep.equal(before);
    expect(stage.world().notes.join()).to.match(repeated);
    await enterPhase("Lantern Season", 101, 121);
    expect(await requestMint(7, 3)).to.equal("200");
  });
});
