import { expect } from "chai";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { decodeFunctionData } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { violationsInBothSchemes } from "../../support/axe.ts";
import { hardhatAccount, installWallet } from "../../support/injectedWallet.ts";
import { reconnected } from "../../support/page.ts";
import { sharedStage } from "../../support/sharedWorld.ts";
import { testPages } from "../../support/testPages.ts";
import type { TestWorld } from "../../support/testWorld.ts";

const owner = 0;
const stranger = 5;

// In the small world “First Dust” has 1–12, all minted, and “Lantern Season” 101–120, one minted.
describe("the phases page", () => {
  const pages = testPages();
  let browser: Browser;
  let world: TestWorld;
  let snapshot: unknown;

  before("the shared world is up", async () => {
    ({ browser, world } = await sharedStage());
  });
  beforeEach(async () => {
    snapshot = await world.chain.ethers.provider.send("evm_snapshot", []);
  });
  afterEach(async function () {
    await pages.close(this.currentTest);
    await world.chain.ethers.provider.send("evm_revert", [snapshot]);
  });

  function open(options?: BrowserContextOptions): Promise<Page> {
    return pages.open(browser, world.webUrl, options);
  }

  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await open(options);
    await arrive(page);
    return page;
  }

  async function visitAs(account: number) {
    const page = await open();
    const rpcUrl = world.chain.url;
    const wallet = await installWallet(page, { account, rpcUrl, wasConnected: true });
    await arrive(page);
    await reconnected(page);
    return { page, wallet };
  }

  describe("without a wallet", () => {
    it("shows the state of the sale", async () => {
      const page = await open();
      await page.goto("/mint");
      await page.getByRole("link", { name: "Which drifters are in which phase" }).click();
      await page
        .getByText("Minting is on. “Lantern Season” is on sale at 0.08 ETH, up to 20 per mint")
        .waitFor();
      await page.getByText("with 19 of 20 left. 13 of 10,000 drifters are minted.").waitFor();
      expect(await page.title()).to.equal("Phases · Fringe Drifters");
    });

    it("shows every range on a phone, at any distance, and shortens long names with an ellipsis", async () => {
      const page = await visit({ viewport: { width: 390, height: 844 } });
      await add(page, "Ember");
      await draftRange(page, "Ember", "1000000000000000000", "1000000000000000200");
      const strip = page.getByRole("img", { name: "As drafted" });
      await strip.locator("p", { hasText: "Ember" }).waitFor();
      const widths = await strip
        .locator("rect.phase-picture__segment, line.phase-picture__gap")
        .evaluateAll((shapes) => shapes.map((shape) => shape.getBoundingClientRect().width));
      expect(widths).to.have.length(6);
      expect(Math.min(...widths)).to.be.greaterThan(16);
      const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(pageWidth).to.equal(390);

      await page.getByRole("button", { name: "Remove “Ember”" }).click();
      const name = "The last of all the long crossings";
      await add(page, name);
      await draftRange(page, name, "201", "211");
      const shown = page.getByRole("img", { name: "As drafted" }).locator("p", { hasText: name });
      const { isCut, overflow } = await shown.evaluate((element) => ({
        isCut: element.scrollWidth > element.clientWidth,
        overflow: getComputedStyle(element).textOverflow,
      }));
      expect({ isCut, overflow }).to.deep.equal({ isCut: true, overflow: "ellipsis" });
      const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {};
      expect(width).to.be.greaterThan(30);
      expect(x + width).to.be.at.most(390);
    });

    it("is not loaded by the home page", async () => {
      const page = await open();
      const scripts: string[] = [];
      page.on("response", (response) => {
        if (response.url().endsWith(".js")) scripts.push(response.url());
      });
      await page.goto("/");
      await page.getByRole("main").waitFor();
      const home = scripts.length;
      await arrive(page);
      expect(scripts.slice(0, home).join()).not.to.contain("PhasesPage");
      expect(scripts.slice(home).join()).to.contain("PhasesPage");
    });
  });

  describe("while a draft is edited", () => {
    it("keeps the draft after a reload, until it is discarded", async () => {
      const page = await visit();
      await add(page, "Ember");
      await draftRange(page, "Ember", "121", "141");
      await page.getByLabel("Max per mint").fill("5");
      await page.reload();
      expect(await page.getByLabel("End of “Ember”").inputValue()).to.equal("141");
      expect(await page.getByLabel("Max per mint").inputValue()).to.equal("5");
      await page.getByRole("button", { name: "Remove “Ember”" }).click();
      await page.getByRole("heading", { name: "Ember" }).waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Discard the draft" }).click();
      expect(await page.getByLabel("Max per mint").inputValue()).to.equal("20");
      await page.getByText("No changes to send.").waitFor();
    });
  });

  describe("for the collection's owner", () => {
    it("sends the calls one after the other, and then shows the chain's state", async () => {
      const { page, wallet } = await visitAs(owner);
      await add(page, "Ember");
      await draftRange(page, "Ember", "111", "141");
      await draftRange(page, "Lantern Season", "101", "111");
      await page.getByText("The contract has no phase “Ember”; the closest is").waitFor();
      await page.getByLabel("I have read the warnings. Send anyway.").check();
      await page.getByRole("button", { name: "Send call 1 of 2" }).click();
      await page.getByRole("button", { name: "Send call 2 of 2" }).click();
      await page.getByText("All changes are on chain.").waitFor();
      const sent = wallet.requests.filter(({ method }) => method === "eth_sendTransaction");
      expect(sent).to.have.length(2);
      expect(await world.contract.AllPhases("Lantern Season")).to.deep.equal([101n, 111n, 1n]);
      expect(await world.contract.AllPhases("Ember")).to.deep.equal([111n, 141n, 0n]);
      const strip = page.getByRole("img", { name: "On chain" });
      await strip.locator("p", { hasText: "111–140" }).waitFor();
      expect(await page.getByRole("img", { name: "As drafted" }).count()).to.equal(0);
      await page.reload();
      await page.getByText("No changes to send.").waitFor();
      expect(await page.getByLabel("End of “Ember”").inputValue()).to.equal("141");
    });

    it("requires a ticked box for a warning, and keeps the tick and the draft after a rejected request", async () => {
      const { page, wallet } = await visitAs(owner);
      await page.getByLabel("Price in ETH").fill("0");
      const send = page.getByRole("button", { name: "Send call 1 of 1" });
      await page.getByRole("list", { name: "Warnings" }).getByText("every mint free.").waitFor();
      await send.and(page.locator(":disabled")).waitFor();
      await page.getByLabel("I have read the warnings. Send anyway.").check();
      wallet.rejectNext();
      await send.click();
      await page.getByText("You rejected the request. Nothing was sent.").waitFor();
      expect(await page.getByLabel("Price in ETH").inputValue()).to.equal("0");
      await send.click();
      await page.getByText("All changes are on chain.").waitFor();
      expect(await world.contract.FD_PRICE()).to.equal(0n);
    });

    it("continues with the next call after a reload", async () => {
      const { page } = await visitAs(owner);
      await page.getByLabel("Minting", { exact: true }).selectOption("off");
      await page.getByLabel("Max per mint").fill("7");
      await page.getByRole("button", { name: "Send call 1 of 2" }).click();
      await page.getByText("toggleMint() confirmed.").waitFor();
      await page.getByRole("button", { name: "Send call 2 of 2" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Send call 1 of 1" }).click();
      await page.getByText("All changes are on chain.").waitFor();
      expect(await world.contract.MAXBATCH()).to.equal(7n);
      expect(await world.contract.isMinting()).to.equal(false);
    });

    it("keeps changes that somebody else has made meanwhile", async () => {
      const { page } = await visitAs(owner);
      await page.getByLabel("Price in ETH").fill("0.05");
      await world.contract.adjustMaxBatch(9);
      await page.getByRole("button", { name: "Send call 1 of 1" }).click();
      await page.getByText("All changes are on chain.").waitFor();
      expect(await page.getByLabel("Max per mint").inputValue()).to.equal("9");
      expect(await world.contract.MAXBATCH()).to.equal(9n);
    });
  });

  it("shows other accounts the call data and who can send it, and passes axe", async () => {
    const { page } = await visitAs(stranger);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await draftRange(page, "Lantern Season", "101", "151");
    const { address } = hardhatAccount(owner);
    await page.getByText(`Only the collection's owner, ${address}, can send these.`).waitFor();
    expect(await page.getByRole("button", { name: /^Send call/ }).count()).to.equal(0);
    await page.getByRole("button", { name: "Copy all as JSON" }).click();
    await page.getByText("Copied").waitFor();
    const { transactions, chainId } = JSON.parse(
      await page.evaluate(() => navigator.clipboard.readText()),
    );
    expect(chainId).to.equal("31337");
    expect(transactions).to.have.length(1);
    expect(transactions[0].to).to.equal(await world.contract.getAddress());
    expect(
      decodeFunctionData({ abi: fringeDriftersAbi, data: transactions[0].data }),
    ).to.deep.equal({ functionName: "adjustPhases", args: ["Lantern Season", 101n, 151n] });
    expect(await page.locator(".call-data__bytes").innerText()).to.equal(transactions[0].data);
    expect(await violationsInBothSchemes(page), "axe").to.deep.equal([]);
  });

  describe("with a limited node", () => {
    /** Responds to some methods as a limited node does. */
    async function withNode(page: Page, refused: string) {
      await page.route(`${world.chain.url}/**`, async (route) => {
        const { id, method } = route.request().postDataJSON();
        if (method !== refused) return route.fallback();
        await route.fulfill({
          json: { jsonrpc: "2.0", id, error: { code: -32601, message: "not supported" } },
        });
      });
    }

    it("can retry when the node does not respond, and accepts phase names when it has no events", async () => {
      const page = await open();
      const node = `${world.chain.url}/**`;
      await page.route(node, (route) => route.abort());
      await page.goto("/phases");
      await page.getByRole("alert").getByText("Can't read the sale").waitFor();
      await page.unroute(node);
      await withNode(page, "eth_getLogs");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("button", { name: "Search for phases again" }).click();
      await page.getByText("This node does not serve the contract's events").waitFor();
      await page.getByText("12 minted drifters are in phases that are not shown.").waitFor();
      await add(page, "First Dust");
      expect(await page.getByLabel("End of “First Dust”").inputValue()).to.equal("13");
      await page.getByText("minted drifters are in phases").waitFor({ state: "hidden" });
    });
  });

  describe("passes axe, on phones and wide screens, in both colour schemes,", () => {
    it("without a draft, and with a draft that the contract rejects", async () => {
      const page = await visit();
      await page.getByText("The same as a table").click();
      expect(await violationsInBothSchemes(page), "as it is").to.deep.equal([]);
      await draftRange(page, "First Dust", "1", "11");
      await draftRange(page, "Lantern Season", "5", "x");
      await page.getByLabel("Signer").fill("nobody");
      await calls(page).getByText("PhaseEndBelowMinted").waitFor();
      expect(await violationsInBothSchemes(page), "rejected").to.deep.equal([]);
    });

    it("with calls to send as the owner", async () => {
      const { page } = await visitAs(owner);
      await page.getByLabel("Price in ETH").fill("0.05");
      await page.getByText("Call data for another wallet").waitFor();
      expect(await violationsInBothSchemes(page)).to.deep.equal([]);
    });
  });
});

async function arrive(page: Page): Promise<void> {
  await page.goto("/phases");
  await page.getByRole("heading", { name: "Draft the phases" }).waitFor();
}

function calls(page: Page) {
  return page.getByRole("list", { name: "Calls" });
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of another phase").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

async function draftRange(page: Page, name: string, start: string, end: string): Promise<void> {
  await page.getByLabel(`First ID of “${name}”`).fill(start);
  await page.getByLabel(`End of “${name}”`).fill(end);
}
