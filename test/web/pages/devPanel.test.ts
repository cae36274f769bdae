import { join } from "node:path";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { collectionConfig } from "#collection/collection.config.ts";
import { pages as sitePages } from "#protocol/wire/pages";
import { smallPlan } from "../../../scripts/lab/service/productionWorld.ts";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { requestResource } from "../../../scripts/test/runner/resources.ts";
import { runWorldCommand } from "../../../scripts/world/command/commands.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { publish, storySection } from "../../support/web/page.ts";
import { sharedBrowser } from "../../support/web/sharedBrowser.ts";
import { testPages } from "../../support/web/testPages.ts";
import { startScenarioWorld } from "../../support/world/scenarioWorld.ts";

/** Kept, because bundling the dependencies takes seconds. */
const bundles = join(import.meta.dirname, "../../../cache/testBundles");

describe("developer panel", () => {
  // The development build compiles each part of the page on its first request.
  let browser: Browser;
  let stage: Awaited<ReturnType<typeof startScenarioWorld>>;
  let page: Page;
  const pages = testPages();

  before(async () => {
    browser = await sharedBrowser();
    // A concurrent build would make the development server reload its pages.
    await requestResource("page");
    const plan = { ...smallPlan, sale: join(import.meta.dirname, "../../support/web/sale.json") };
    stage = await startScenarioWorld("fresh", { plan, stories: [], bundles });
  });
  after(() => stage?.close());
  beforeEach(async () => {
    page = await pages.open(browser, stage.world().webUrl);
  });
  afterEach(function () {
    return pages.close(this.currentTest);
  });

  /** Navigates within the app, because the development build takes seconds to reload. */
  function navigate(path: string): Promise<void> {
    return page.evaluate((path) => {
      history.pushState(null, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
  }

  const togglePanel = () => page.getByText("Developer", { exact: true }).click();

  it("applies the faults of a shared link to the page that it opens", async () => {
    await page.goto(`${sitePages.gallery.path}?dev.fault.gallery=serverError`);
    await page.getByRole("main").getByText("The drifters failed to load.").waitFor();
    await page.getByText("1 fault on", { exact: true }).waitFor();
    expect(new URL(page.url()).search).to.equal("");
  });

  it("[D3] shows why a mint failed, and lets anyone mint and write as a local account", async () => {
    const { contract, apiUrl, recipe } = stage.world();
    const story = storySection(page);
    const [owner, buyer] = [hardhatAccount(0).address, hardhatAccount(2).address];
    const to = await contract.getAddress();
    const before = await contract.balanceOf(buyer);
    if (await contract.isMinting()) await contract.toggleMint();
    const mint = new URLSearchParams({ tab: "write", to, as: buyer, value: "0.08" });
    mint.set("call", `${collectionConfig.mintFunction}(bytes32,bytes,string,uint256)`);
    for (const text of [`0x${"11".repeat(32)}`, "0x22", "7", "1"]) mint.append("arg", text);
    await page.goto("/drifter/7");
    await togglePanel();
    await page.getByRole("link", { name: "calls, traces and time" }).click();
    await page.getByRole("heading", { name: "Chain", exact: true }).waitFor();
    await navigate(`/chain?${mint}`);
    await page.getByText("It reverts with NotMinting").waitFor();
    const left = async (name: string) =>
      (await page.getByLabel(name, { exact: true }).boundingBox())?.x ?? 0;
    expect(await left("Result")).to.be.greaterThan(await left("Sender"));
    await page.getByRole("button", { name: "Send", exact: true }).click();

    const trace = page.getByRole("region", { name: /^Transaction 0x/ });
    await trace.getByText(/^NotMinting /).waitFor();
    await page.getByRole("tab", { name: "Transactions", exact: true }).click();
    const listed = page.getByRole("list", { name: "Latest transactions" });
    await listed.getByText("✘ NotMinting").waitFor();
    expect(await violationsInBothSchemes(page)).to.deep.equal([]);

    await page.getByRole("tab", { name: "Write", exact: true }).click();
    const choose = (name: string) =>
      page.getByRole("combobox", { name: "Function" }).selectOption(name);
    await choose("changePhase(string)");
    await page.locator("datalist option[value='Lantern Season']").waitFor({ state: "attached" });
    await choose("toggleMint()");
    await page.getByLabel("Sender", { exact: true }).fill(owner);
    await page.getByText(/^It succeeds with/).waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await trace.getByText(new RegExp(`^${collectionConfig.contract}\\.toggleMint\\(\\)`)).waitFor();

    // It lies over the page's own buttons.
    await togglePanel();
    await navigate("/mint");
    await page.getByRole("button", { name: "Connect a wallet to mint" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Account 0/ }).waitFor();
    await dialog.getByRole("button", { name: /Account 2/ }).click();
    await page.getByRole("button", { name: "Mint 1 drifter", exact: true }).click();
    await page.getByRole("button", { name: "Mint more" }).waitFor();
    expect(await contract.balanceOf(buyer)).to.equal(before + 1n);

    await navigate("/drifter/9");
    await story.write.click();
    await publish(story, "Written without any extension.");
    const stored = await fetch(`${apiUrl}/api/narrative/9`);
    expect(await stored.json()).to.have.property("author", buyer);

    await navigate("/drifter/10");
    await togglePanel();
    await page.getByRole("button", { name: "Become the owner of #10" }).click();
    await page.getByRole("button", { name: "You own #10" }).waitFor();
    await page.getByLabel("Saving a story").selectOption("slow");
    await togglePanel();
    await story.write.click();
    await story.text.fill("Never lost.");
    await togglePanel();
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await togglePanel();
    await story.sign.click();
    // Playwright's trial click fails if an element covers the button.
    await story.save.click({ trial: true });
    const busterOf = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("cache") ?? "{}").buster);
    await page.waitForFunction(() => localStorage.getItem("cache") !== null);
    const buster = await busterOf();
    expect(await page.getByText("the local chain was restarted").count()).to.equal(0);

    const loaded = page.waitForEvent("load");
    await stage.become(recipe);
    await loaded;
    await page.getByText("the local chain was restarted", { exact: true }).waitFor();
    await page.waitForFunction(
      (before) => JSON.parse(localStorage.getItem("cache") ?? "{}").buster !== before,
      buster,
    );
    await togglePanel();
    const notice = page.getByRole("region", { name: "The local chain was restarted" });
    await notice.getByText("Clear activity tab data").waitFor();
    await notice.getByRole("button", { name: "Got it" }).click();
    await notice.waitFor({ state: "hidden" });
    await page.goto("/drifter/10");
    await story.write.click();
    await page.getByRole("button", { name: /^Continue your draft/ }).click();
    expect(await story.text.inputValue()).to.equal("Never lost.");
    expect(await page.getByText("the local chain was restarted").count()).to.equal(0);
  });

  it("says that a mint is no longer confirmed after a reorg, until it is mined again", async () => {
    const { contract, chain } = stage.world();
    const buyer = hardhatAccount(4).address;
    if (!(await contract.isMinting())) await contract.toggleMint();
    const before = await contract.balanceOf(buyer);
    await page.goto("/mint");
    await page.getByRole("button", { name: "Connect a wallet to mint" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Account 4/ })
      .click();
    // The panel replaces three blocks, and these two have no transactions.
    await chain.control(["mine", "2"]);
    await page.getByRole("button", { name: "Mint 1 drifter", exact: true }).click();
    await page.getByRole("button", { name: "Mint more" }).waitFor();
    expect(await contract.balanceOf(buyer)).to.equal(before + 1n);

    await togglePanel();
    await page.getByLabel("On the new branch, the transactions").selectOption("pend");
    await page.getByRole("button", { name: "Replace 3 blocks" }).click();
    await page.getByText(/^Blocks \d+ to \d+ were replaced\. One transaction went back/).waitFor();
    await page.getByText(/so it is no longer confirmed/).waitFor();
    expect(await contract.balanceOf(buyer)).to.equal(before);
    await page.getByRole("button", { name: "Mine a block" }).click();
    await page.getByText(/so it is no longer confirmed/).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Mint more" }).waitFor();
    expect(await contract.balanceOf(buyer)).to.equal(before + 1n);
  });

  it("saves a moment in a file, which opens the same page with its draft, account and fault", async () => {
    const story = storySection(page);
    const { contract, chain } = stage.world();
    const owner = hardhatAccount(4).address;
    await contract.adjustPhases("Moments", 501, 502);
    await contract.gift("Moments", [owner]);
    await page.goto("/drifter/501");
    await togglePanel();
    await page.getByRole("button", { name: "Become the owner of #501" }).click();
    await page.getByRole("button", { name: "You own #501" }).waitFor();
    await story.write.click();
    await story.text.fill("Half a story.");
    await page.getByLabel("The dev wallet").selectOption("rejects");
    await page.getByRole("button", { name: "Save this moment" }).click();
    const saved = await page.getByText(/^Saved .*\.json\./).textContent();
    const file = /Saved (?<file>.*\.json)\./.exec(saved ?? "")?.groups?.file ?? "";
    const hash = async () => (await chain.ethers.provider.getBlock("latest"))?.hash;
    const before = await hash();

    await contract.adjustPhases("Later", 601, 602);
    // The other developer's browser, which has no page open that the change of the world would reload.
    await page.goto("/favicon.svg");
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    const { directory } = stage;
    const request = { command: "open", name: file } as const;
    const opened = await runWorldCommand(request, { world: stage.world(), directory }, quietStep);
    stage.replace(opened.world);
    expect(opened.text).to.contain(`Open ${stage.world().webUrl}/@world/open for its page`);
    await page.goto("/@world/open");
    await page.waitForURL("**/drifter/501");
    expect((await stage.world().chain.ethers.provider.getBlock("latest"))?.hash).to.equal(before);
    await togglePanel();
    await page.getByRole("button", { name: "You own #501" }).waitFor();
    expect(await page.getByLabel("The dev wallet").inputValue()).to.equal("rejects");
    await story.write.click();
    await page.getByRole("button", { name: /^Continue your draft/ }).click();
    expect(await story.text.inputValue()).to.equal("Half a story.");
  });
});
