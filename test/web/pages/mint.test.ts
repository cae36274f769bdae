import { join } from "node:path";
import { expect } from "chai";
import { parseEther } from "viem";
import { localSignerKey } from "#protocol/chain/localWorld";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { voice } from "../../../web/src/page/voice.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { mintPage } from "../../support/web/mintPage.ts";
import { enterMintWorld } from "../../support/web/mintWorld.ts";
import { storySection } from "../../support/web/page.ts";

const saleFile = join(import.meta.dirname, "../../support/web/sale.json");
const image = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`;

// Account 6 holds no drifters. The next ids of the active phase are 102 and up.
const buyer = 6;

describe("mint page", () => {
  const { world, openWithWallet } = enterMintWorld();
  let signing: Awaited<ReturnType<typeof serveProduction>>;

  before("a server that authorizes mints is up", async () => {
    const environment = { MINT_SIGNER_KEY: localSignerKey, SALE_FILE: saleFile };
    signing = await serveProduction(world(), environment);
  });
  after(() => signing?.close());

  it("mints two after a rejection, focuses each outcome, and shows the portraits", async () => {
    const { page, wallet } = await openWithWallet(buyer, {
      url: signing.webUrl,
      wasConnected: true,
    });
    const { mintButton, quantity } = mintPage(page);
    const path = "/drifters/images/102.jpg";
    const visits: string[] = [];
    await page.route(path, (route) => {
      visits.push(path);
      const isPainted = visits.length > 2;
      const painted = { contentType: "image/svg+xml", body: image };
      return route.fulfill(isPainted ? painted : { status: 404 });
    });
    await page.goto("/mint");
    await quantity.fill("2");
    await page.getByText("You will pay 0.16 ETH for 2 drifters.").waitFor();
    wallet.rejectNext();
    await mintButton(2).press("Enter");
    const rejection = "You rejected the request. Nothing was sent.";
    await page.getByRole("status").getByText(rejection).waitFor();
    await mintButton(2).and(page.locator(":focus")).press("Enter");
    const minted = page.getByRole("heading", { name: voice.minted.many(2) });
    await minted.and(page.locator(":focus")).waitFor();
    expect(await page.getByRole("list", { name: "Newest drifters" }).isVisible()).to.equal(false);
    const portrait = page.getByRole("link", { name: /^Drifter #102\b/ });
    await portrait.locator('[data-missing="true"]').waitFor();
    await portrait.locator('[data-missing="false"]').waitFor();
    expect(visits).to.have.length(3);
    const sale = page.getByRole("banner").getByRole("link", { name: "Mint 17 left" });
    await sale.waitFor();

    const sent = wallet.requests.filter(({ method }) => method === "eth_sendTransaction");
    expect(sent).to.have.length(2);
    expect(sent[1]?.params[0]).to.include({ value: `0x${parseEther("0.16").toString(16)}` });
    for (const drifterId of [102, 103]) {
      expect(await world().contract.ownerOf(drifterId)).to.equal(hardhatAccount(buyer).address);
      const link = page.getByRole("link", { name: new RegExp(`^Drifter #${drifterId}\\b`) });
      expect(await link.getAttribute("href")).to.equal(`/drifter/${drifterId}`);
    }
    expect(await violationsInBothSchemes(page), "axe").to.deep.equal([]);
    await page
      .getByRole("link", { name: /^Write .+'s story$/ })
      .first()
      .click();
    await page.waitForURL("/drifter/102#write");
    const { text, write, cancel } = storySection(page);
    await text.and(page.locator(":focus")).waitFor();
    await page.reload();
    await text.and(page.locator(":focus")).waitFor();
    await cancel.click();
    await write.and(page.locator(":focus")).waitFor();
    expect(new URL(page.url()).hash).to.equal("");
    await sale.click();
    await page.getByRole("region", { name: "For sale now" }).getByText("17 of 20 left").waitFor();
  });

  it("shows its button on a phone's first screen, then the upcoming phases", async () => {
    await world().contract.adjustPhases("Ember", 200, 240);
    const { page } = await openWithWallet(buyer, {
      wasConnected: true,
      viewport: { width: 390, height: 844 },
    });
    await page.goto("/mint");
    const button = mintPage(page).mintButton(1);
    await page.getByText("You will pay 0.08 ETH for 1 drifter.").waitFor();
    const { y, height } = (await button.boundingBox()) ?? expect.fail();
    expect(y + height).to.be.at.most(844);
    const phases = page.getByRole("region", { name: "Phases" });
    await phases.getByRole("listitem").filter({ hasText: "Ember40 drifters, 200–239" }).waitFor();
    expect(await phases.getByRole("listitem").count()).to.equal(1);
  });

  it("is linked from every header, within its height on a phone, while a mint is pending", async () => {
    const { page } = await openWithWallet(buyer, { url: signing.webUrl, wasConnected: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await world().chain.ethers.provider.send("evm_setAutomine", [false]);
    await page.goto("/mint");
    await mintPage(page).mintButton(1).click();
    await page.getByRole("button", { name: "Waiting for confirmation…" }).waitFor();
    const header = page.getByRole("banner");
    const height = () => header.evaluate(({ clientHeight }) => clientHeight);
    const quietHeight = await height();
    const pending = header.getByRole("link", { name: "Minting 1…" });
    await header.getByRole("link", { name: "Stories" }).click();
    await pending.waitFor();
    await page.reload();
    await pending.waitFor();
    expect(await height()).to.equal(quietHeight);
    await world().chain.ethers.provider.send("evm_mine", []);
    await header.getByRole("link", { name: "Minted 1" }).click();
    await page.getByRole("heading", { name: voice.minted.one }).waitFor();
    expect(await pending.count()).to.equal(0);
  });
});
