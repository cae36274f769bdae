import { expect } from "chai";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { createChain, runtimeConfig } from "#service/chain";
import { startServer } from "#service/server";
import { readSettings } from "#service/settings";
import { portraits } from "../../../scripts/shared/cacheFolders.ts";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { scenarioRecipe } from "../../../scripts/world/recipe.ts";
import { loadScenario } from "../../../scripts/world/scenarios/scenario.ts";
import type { StartService } from "../../../scripts/world/service.ts";
import { type Stack, startStack } from "../../../scripts/world/startStack.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../support/until.ts";

/** Starts the service without the intervals between its reads, which would slow the test. */
const startService: StartService = async (variables) => {
  const lives = { mintedLifeMilliseconds: 1, saleHistoryLifeMilliseconds: 1, staleMilliseconds: 0 };
  const settings = { ...readSettings(variables), ...lives };
  const { url, close } = await startServer(settings);
  return { url, close, runtimeConfig: await runtimeConfig(settings, createChain(settings)) };
};

describe("service after a reorg", () => {
  let stack: Stack;
  before(async () => {
    const recipe = scenarioRecipe({ ...(await loadScenario("fresh")), stories: [] });
    const directory = await temporaryFolder();
    const ports = { chain: 0, api: 0 };
    stack = await startStack({ startService, recipe, directory, portraits, ports }, quietStep);
    const { contract } = stack.current();
    await contract.adjustPhases("The Gifts", 1, 9);
    await contract.gift("The Gifts", [(await account(2)).address]);
  });
  after(() => stack?.close());

  async function account(index: number) {
    const signer = (await stack.current().chain.ethers.getSigners())[index];
    if (!signer) throw new Error(`There is no account ${index}.`);
    return signer;
  }

  const request = async (path: string, body?: object) => {
    const response = await fetch(stack.current().apiUrl + path, {
      headers: { "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const reorg = (...parts: string[]) => stack.current().chain.control(["reorg", ...parts]);

  /** Saves a story as an account. @returns the status or the problem's code. */
  async function write(index: number, drifterId: string) {
    const narrative = `Written by account ${index}.`;
    const signedMessage = narrativeMessage(drifterId, narrative);
    const signature = await (await account(index)).signMessage(signedMessage);
    const path = tokenPath(apiPaths.narrative, drifterId);
    const { status, body } = await request(path, {
      drifterId,
      narrative,
      signedMessage,
      signature,
    });
    return status === 200 ? status : body.code;
  }

  async function transfer(from: number, to: number, id: number): Promise<void> {
    const [sender, receiver] = [await account(from), await account(to)];
    const { contract } = stack.current();
    await contract.connect(sender).transferFrom(sender, receiver, id, { gasLimit: 200_000 });
  }

  it("accepts stories only from the owner on the new branch", async () => {
    await transfer(2, 3, 1);
    await transfer(3, 4, 1);
    expect(await write(4, "1")).to.equal(200);
    // The second transfer comes first and reverts.
    expect(await reorg("2")).to.contain("2 transactions ran in reverse order. 1 of them failed.");
    await until(async () => (await write(4, "1")) === "owner.mismatch");
    expect(await write(3, "1")).to.equal(200);
  });

  it("hides a story while its token's mint is undone, and counts what remains", async () => {
    const { contract, chain } = stack.current();
    const isListed = async () => {
      const { body } = await request(`${apiPaths.narratives}?limit=9`);
      return body.stories.some(({ drifterId }: { drifterId: string }) => drifterId === "2");
    };
    const minted = async () => (await request(apiPaths.saleHistory)).body.phases[0].minted;
    expect(await minted()).to.equal(1);
    await contract.gift("The Gifts", [(await account(5)).address]);
    expect(await write(5, "2")).to.equal(200);
    await until(isListed);
    await until(async () => (await minted()) === 2);

    await reorg("1", "pend");
    await until(async () => !(await isListed()));
    await until(async () => (await minted()) === 1);
    await chain.control(["mine"]);
    await until(isListed);
    await until(async () => (await minted()) === 2);

    await reorg("1", "drop");
    await until(async () => !(await isListed()));
    await until(async () => (await minted()) === 1);
    expect(await write(5, "2")).to.equal("token.not_found");
  });
});
