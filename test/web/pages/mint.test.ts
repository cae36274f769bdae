import { expect } from "chai";
import { parseEther } from "viem";
import { localSignerKey } from "#protocol/localWorld";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { listen } from "../../support/web/announcements.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { mintPage } from "../../support/web/mintPage.ts";
import { enterMintWorld } from "../../support/web/mintWorld.ts";
import { storySection } from "../../support/web/page.ts";

const policyFile = new URL("../../../collection/mintPolicy.json", import.meta.url).pathname;
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`;

// Account 6 holds no drifters. The next ids of the active phase are 102 and up.
const buyer = 6;

describe("the mint page", () => {
  const { world, openWithWallet, serveAuthorizations } = enterMintWorld();
  let signing: Awaited<ReturnType<typeof serveProduction>>;

  before("a server that authorizes mints is up", async () => {
    const environment = { MINT_SIGNER_KEY: localSignerKey, MINT_POLICY: policyFile };
    signing = await serveProduction(world(), environment);
  });
  after(() => signing?.close());

  it("mints two at the price shown, authorized by the service, shows each portrait as soon as it is ready, and opens the first one's story in the editor, also after a reload", async () => {
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
      const painted = { contentType: "image/svg+xml", body: picture };
      return route.fulfill(isPainted ? painted : { status: 404 });
    });
    await page.goto("/mint");
    await quantity.fill("2");
    await page.getByText("You will pay 0.16 ETH for 2 drifters.").waitFor();
    await mintButton(2).click();
    await page.getByRole("heading", { name: "2 drifters walk under your name." }).waitFor();
    const portrait = page.getByRole("link", { name: "Drifter 102" });
    await portrait.locator('[data-missing="true"]').waitFor();
    await portrait.locator('[data-missing="false"]').waitFor();
    expect(visits).to.have.length(3);

    const sent = wallet.requests.filter(({ method }) => method === "eth_sendTransaction");
    expect(sent).to.have.length(1);
    expect(sent[0]?.params[0]).to.include({ value: `0x${parseEther("0.16").toString(16)}` });
    for (const drifterId of [102, 103]) {
      expect(await world().contract.ownerOf(drifterId)).to.equal(hardhatAccount(buyer).address);
      const link = page.getByRole("link", { name: `Drifter ${drifterId}` });
      expect(await link.getAttribute("href")).to.equal(`/drifter/${drifterId}`);
    }
    expect(await violationsInBothSchemes(page), "axe").to.deep.equal([]);
    await page.getByRole("link", { name: "Write the first one's story" }).click();
    await page.waitForURL("/drifter/102#write");
    const { text, write, cancel } = storySection(page);
    await text.and(page.locator(":focus")).waitFor();
    await page.reload();
    await text.and(page.locator(":focus")).waitFor();
    await cancel.click();
    await write.and(page.locator(":focus")).waitFor();
    expect(new URL(page.url()).hash).to.equal("");
  });

  it("moves the focus after each outcome, announces each once, and does not show a rejection as an error", async () => {
    const { page, wallet } = await openWithWallet(buyer, { wasConnected: true });
    const { mintButton, whyNot, explanation } = mintPage(page);
    const heard = await listen(page);
    await serveAuthorizations(page, buyer);
    await page.goto("/mint");
    // Opened and closed, so that the simulation has finished before the wallet rejects.
    await whyNot.click();
    const ready = "Ready to mint 1. Authorization is requested when you press Mint.";
    await page.getByText(ready).waitFor();
    await whyNot.click();
    wallet.rejectNext();
    await mintButton(1).press("Enter");
    const rejection = "You rejected the request. Nothing was sent.";
    await page.getByRole("status").getByText(rejection).waitFor();
    await mintButton(1).and(page.locator(":focus")).waitFor();
    const rejected = (await heard()).filter((words) =>
      words.startsWith("You rejected the request."),
    );
    expect(rejected).to.have.length(1);
    expect(await page.getByRole("alert").count()).to.equal(0);
    expect(await explanation.getAttribute("open")).to.equal(null);

    await page.keyboard.press("Enter");
    const minted = page.getByRole("heading", { name: "A drifter walks under your name." });
    await minted.and(page.locator(":focus")).waitFor();
    // The focus announces it.
    expect((await heard()).join()).not.to.include("walks under your name");

    await page.getByRole("button", { name: "Mint more" }).press("Enter");
    await page.getByLabel("How many").and(page.locator(":focus")).waitFor();
    await page.getByRole("region", { name: "For sale now" }).getByText("18 of 20 left").waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Mint 18 left" }).waitFor();
  });
});
