import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { portraits } from "../../../../scripts/shared/cacheFolders.ts";
import { quietStep } from "../../../../scripts/shared/commandLine/step.ts";
import { decideContract } from "../../../../scripts/world/command/changedContract.ts";
import { findStopped } from "../../../../scripts/world/findStopped.ts";
import { openWorld } from "../../../../scripts/world/openWorld.ts";
import { scenarioRecipe } from "../../../../scripts/world/recipe.ts";
import { publishNarratives } from "../../../../scripts/world/scenarios/publishStories.ts";
import { readTokens } from "../../../../scripts/world/scenarios/readTokens.ts";
import { loadScenario } from "../../../../scripts/world/scenarios/scenario.ts";
import { startService } from "../../../../scripts/world/service.ts";
import { type Stack, startStack } from "../../../../scripts/world/startStack.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { startScenarioWorld } from "../../../support/world/scenarioWorld.ts";

describe("stopped world", () => {
  let root: string;
  let stack: Stack;
  const ports = { chain: 0, api: 0 };
  const common = { startService, ports };

  /** Starts the scenario in a folder, or continues its world. */
  async function start(directory: string, withNewContracts = false) {
    const { stopped, notes } = await findStopped(directory, { scenario: undefined, fresh: false });
    const resumed = stopped?.world;
    const recipe = stopped?.recipe ?? scenarioRecipe(await loadScenario("disputed-stories"));
    const options = { ...common, recipe, directory, portraits, withNewContracts };
    const opened = await startStack({ ...options, ...(resumed && { resumed }) }, quietStep);
    return { opened, notes };
  }

  const home = (directory = root) => join(directory, "worlds/disputed-stories");
  const journal = (directory = root) => join(home(directory), "chain.jsonl");

  async function describeState(each: Stack) {
    const { chain, contract, apiUrl, worldId } = each.current();
    const block = await chain.ethers.provider.getBlock("latest");
    return {
      worldId,
      block: [block?.number, block?.hash, block?.timestamp],
      tokens: await readTokens(contract),
      balance: await chain.ethers.provider.getBalance(stranger),
      story: await (await fetch(`${apiUrl}/api/narrative/6`)).json(),
    };
  }

  const stranger = "0x1000000000000000000000000000000000000001";

  before(async () => {
    root = await temporaryFolder();
    stack = (await start(root)).opened;
    const { chain, contract, apiUrl } = stack.current();
    const holder = await chain.ethers.getSigner(await contract.ownerOf(5));
    await contract.connect(holder).transferFrom(holder, stranger, 5);
    const stories = [{ drifterId: "6", narrative: "Written yesterday." }];
    await publishNarratives({ apiUrl, chain, contract, stories });
    await chain.control(["snapshot"]);
    await chain.control(["mine", "3"]);
    await chain.control(["revert"]);
    await chain.control(["time", "+1w"]);
    await chain.control(["balance", stranger, "7"]);
  });
  after(() => stack?.close());

  /** Copies the folder of the running world, as it is after `kill -9`. */
  async function killedFolder(): Promise<string> {
    const directory = await temporaryFolder();
    const isLock = (path: string) => path.endsWith(".lock");
    await cp(root, directory, { recursive: true, filter: (path) => !isLock(path) });
    return directory;
  }

  it("goes on after a crash with the same blocks, owners, stories, balances and time", async () => {
    const directory = await killedFolder();
    const before = await describeState(stack);
    expect(before.tokens.find(({ id }) => id === 5)?.owner).to.equal(stranger);
    expect(before.story.narrative).to.equal("Written yesterday.");
    for (const _ of ["first start", "second start"]) {
      const { opened, notes } = await start(directory);
      try {
        expect(notes).to.deep.equal([]);
        expect(await describeState(opened)).to.deep.equal(before);
        expect(opened.current().notes.join()).to.match(
          /^The chain goes on at block \d+, dated 20\d\d-.* UTC\.$/,
        );
      } finally {
        await opened.close();
      }
    }
  });

  it("copies a half-written file, and continues before its last line, even at a later start", async () => {
    const directory = await killedFolder();
    const text = await readFile(journal(directory), "utf8");
    await writeFile(journal(directory), text.slice(0, -20));
    const { notes } = await findStopped(directory, { scenario: undefined, fresh: false });
    const [aside] = (await readdir(home(directory))).filter((name) => /damaged/.test(name));
    expect(notes.join()).to.equal(
      `${journal(directory)} is damaged in line ${text.split("\n").length - 1}, so the chain ends before that line. A copy of the file is ${join(home(directory), String(aside))}.`,
    );
    expect(await readFile(join(home(directory), String(aside)), "utf8")).to.equal(
      text.slice(0, -20),
    );
    // As after a start that failed because the contracts did not compile.
    const { stopped } = await findStopped(directory, { scenario: undefined, fresh: false });
    const { entries } = stack.current().chain.journal;
    expect(stopped?.world.entries).to.deep.equal(entries.slice(0, -1));
  });

  for (const line of ["{}", '{"keep":-1}', '{"keep":4}']) {
    it(`continues a file with the damaged line ${line} before that line`, async () => {
      const directory = await killedFolder();
      const lines = (await readFile(journal(directory), "utf8")).split("\n");
      lines[4] = line;
      await writeFile(journal(directory), lines.join("\n"));
      const { stopped, notes } = await findStopped(directory, {
        scenario: undefined,
        fresh: false,
      });
      const { entries } = stack.current().chain.journal;
      expect(stopped?.world.entries).to.deep.equal(entries.slice(0, 3));
      expect(notes.join()).to.contain("is damaged in line 5, so the chain ends before that line.");
    });
  }

  it("copies a file without a readable first line, and finds no world", async () => {
    const directory = await killedFolder();
    const text = await readFile(journal(directory), "utf8");
    await writeFile(journal(directory), text.slice(1));
    const { stopped, notes } = await findStopped(directory, { scenario: undefined, fresh: false });
    expect(stopped).to.equal(undefined);
    expect(notes.join()).to.match(
      /chain\.jsonl is damaged in line 1\. A copy is .*chain-damaged-\d+\.jsonl\. The stories remain, and a new world starts\./,
    );
  });

  it("starts from the beginning, with the stories, if the chain cannot be continued", async () => {
    const directory = await killedFolder();
    const [facts] = (await readFile(journal(directory), "utf8")).split("\n");
    await writeFile(journal(directory), `${facts}\n`);
    const said: string[] = [];
    const world = await openWorld(
      {
        ...{ startService, directory, portraits, ports: { ...ports, web: 0 } },
        ...{ scenario: undefined, fresh: false, bundles: join(directory, "bundles") },
      },
      quietStep,
      (message) => said.push(message),
    );
    try {
      expect(said.join()).to.match(
        /^The chain cannot be continued: The replayed chain has no contract at 0x\w{40}\. A copy of its file is .*chain-damaged-\d+\.jsonl, and the world "disputed-stories" starts from the beginning, with the saved stories\.$/,
      );
      expect((await readTokens(world.contract)).find(({ id }) => id === 5)?.owner).not.to.equal(
        stranger,
      );
      const story = await (await fetch(`${world.apiUrl}/api/narrative/6`)).json();
      expect(story.narrative).to.equal("Written yesterday.");
    } finally {
      await world.close();
    }
  });

  it("continues the world that ran last or the chosen scenario, and none with --fresh", async () => {
    const directory = await killedFolder();
    const find = async (name: string | undefined, fresh = false) => {
      const scenario = name === undefined ? name : await loadScenario(name);
      return (await findStopped(directory, { scenario, fresh })).stopped?.recipe.name;
    };
    expect(await find(undefined)).to.equal("disputed-stories");
    expect(await find("disputed-stories")).to.equal("disputed-stories");
    expect(await find("mid-sale")).to.equal(undefined);
    expect(await find(undefined, true)).to.equal(undefined);
    expect(await find("disputed-stories")).to.equal("disputed-stories");
    expect(await find("disputed-stories", true)).to.equal(undefined);
    expect(await readdir(home(directory))).to.deep.equal([]);
    expect(await find("disputed-stories")).to.equal(undefined);
  });

  it("says that the scenario has changed since", async () => {
    const directory = await killedFolder();
    const scenario = await loadScenario("disputed-stories");
    const { stopped, notes } = await findStopped(directory, {
      scenario: { ...scenario, plan: { ...scenario.plan, minting: false } },
      fresh: false,
    });
    expect(stopped?.recipe.name).to.equal("disputed-stories");
    expect(notes).to.deep.equal([
      'The scenario "disputed-stories" has changed since this world started from it. npm start -- --scenario disputed-stories --fresh shows the change.',
    ]);
  });

  it("reports a world whose origin no longer exists, and keeps its file", async () => {
    const directory = await killedFolder();
    const text = await readFile(journal(directory), "utf8");
    await writeFile(
      journal(directory),
      text.replace(/"origin":\{[^}]*\}/, '"origin":{"kind":"snapshot","name":"gone"}'),
    );
    const { message } = await errorOf(
      findStopped(directory, { scenario: undefined, fresh: false }),
    );
    expect(message).to.equal('There is no snapshot "gone".');
    expect(await readdir(home(directory))).to.contain("chain.jsonl");
  });

  it("repeats the transactions on a changed contract and names those that now fail", async () => {
    const directory = await killedFolder();
    const text = await readFile(journal(directory), "utf8");
    // An older version, with one more byte, on which a call succeeded that the contract now rejects.
    const creation = /"to":null,(?<rest>.*?"input":"0x[0-9a-f]+)/.exec(text)?.groups?.rest ?? "";
    const older = text.replace(creation, `${creation}00`);
    expect(older).not.to.equal(text);
    const rejected = older.replace(/("input":"0x23b872dd\w+)005"/, '$1999"');
    expect(rejected).not.to.equal(older);
    await writeFile(journal(directory), rejected);
    const { opened } = await start(directory, true);
    try {
      expect(opened.current().notes[0]).to.match(
        /^The contract has changed, so its \d+ transactions were repeated on the new version: 1 of them now fails \(transferFrom\)\.$/,
      );
      expect((await describeState(opened)).story.narrative).to.equal("Written yesterday.");
      expect((await describeState(opened)).worldId).not.to.equal(stack.current().worldId);
    } finally {
      await opened.close();
    }
  });

  it("repeats the transactions after a contract was saved, if that was chosen", async () => {
    const stage = await startScenarioWorld("fresh", { replaysTransactions: true });
    try {
      await stage.world().contract.adjustPhases("Kept", 1, 9);
      const { worldId } = stage.world();
      stage.replace(await stage.world().renew(quietStep));
      expect(
        (await stage.world().contract.AllPhases("Kept")).map(Number).slice(0, 2),
      ).to.deep.equal([1, 9]);
      expect(stage.world().worldId).not.to.equal(worldId);
    } finally {
      await stage.close();
    }
  });

  it("asks what to do with a changed contract until the answer is valid", async () => {
    const world = { facts: {} as never, entries: [] };
    const asked: string[] = [];
    const answering = (...answers: (string | undefined)[]) =>
      decideContract(undefined, async (message) => {
        asked.push(message);
        return answers.shift();
      })(world);
    expect(await answering("what?", "keep")).to.equal(false);
    expect(asked[0]).to.contain("Its 0 transactions belong to the old version");
    expect(asked[1]).to.equal("Type replay or keep (replay): ");
    expect(await answering("")).to.equal(true);
    expect(await answering(undefined)).to.equal(true);
    expect(await decideContract("keep")(world)).to.equal(false);
    expect(await decideContract("replay")(world)).to.equal(true);
  });
});
