import { expect } from "chai";
import type { Page } from "playwright-core";
import { collectionConfig } from "#collection/collection.config.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { smallWindowIssues } from "../../support/web/layout.ts";
import { enterMintWorld } from "../../support/web/mintWorld.ts";
import { reconnected } from "../../support/web/page.ts";

const owner = 0;
const stranger = 5;

// In the small world “First Dust” has 1–12, all minted, and “Lantern Season” 101–120, one minted.
describe("phases page", () => {
  const { world, openWithWallet } = enterMintWorld();

  async function visitAs(account: number) {
    const { page, wallet } = await openWithWallet(account, { wasConnected: true });
    await page.goto("/phases");
    await reconnected(page);
    return { page, wallet };
  }

  it("sends the owner's calls sequentially, and then shows the chain's state", async () => {
    const { page, wallet } = await visitAs(owner);
    await add(page, "Ember");
    await draftRange(page, "Ember", "111", "141");
    await draftRange(page, "Lantern Season", "101", "111");
    expect(await smallWindowIssues(page), "320 px").to.deep.equal([]);
    await page.getByText("The contract has no phase “Ember”; the closest is").waitFor();
    await page.getByLabel("I have read the warnings. Send anyway.").check();
    await page.getByRole("button", { name: "Send call 1 of 2" }).click();
    await page.getByRole("button", { name: "Send call 2 of 2" }).click();
    await page.getByText("All changes are on chain.").waitFor();
    const sent = wallet.requests.filter(({ method }) => method === "eth_sendTransaction");
    expect(sent).to.have.length(2);
    expect(await world().contract.AllPhases("Lantern Season")).to.deep.equal([101n, 111n, 1n]);
    expect(await world().contract.AllPhases("Ember")).to.deep.equal([111n, 141n, 0n]);
    await page.getByRole("rowheader", { name: "111–140" }).waitFor();
    expect(await page.getByRole("columnheader", { name: "As drafted" }).count()).to.equal(0);
    await page.reload();
    await page.getByText("No changes to send.").waitFor();
    expect(await page.getByLabel("End of “Ember”").inputValue()).to.equal("141");
  });

  describe("with a wallet that sends several calls together", () => {
    async function draftTwoCalls(batches: "atomic" | "partial") {
      const { page, wallet } = await openWithWallet(owner, { wasConnected: true });
      wallet.batches = batches;
      await page.goto("/phases");
      await reconnected(page);
      await page.getByLabel("Max per mint").fill("7");
      await page.getByLabel("Price in ETH").fill("0.5");
      const accept = page.getByLabel("I have read the warnings. Send anyway.");
      const together = page.getByRole("button", { name: "Send all 2 calls together" });
      await together.waitFor();
      if (await accept.isVisible()) await accept.check();
      return { page, wallet, together };
    }
    const settings = async () => [
      await world().contract[collectionConfig.priceFunction](),
      await world().contract.MAXBATCH(),
    ];

    it("sends all calls as one atomic batch, after a rejected request too, and focuses the outcome", async () => {
      const { page, wallet, together } = await draftTwoCalls("atomic");
      wallet.rejectNext();
      await together.click();
      await page.getByText("You rejected the request. Nothing was sent.").waitFor();
      await together.click();
      await page.getByText("All calls took effect together.").waitFor();
      await page.getByText("All changes are on chain.").waitFor();
      await page.locator(":focus").getByText("All calls took effect together.").waitFor();
      expect(await settings()).to.deep.equal([500_000_000_000_000_000n, 7n]);
      const batches = wallet.requests.filter(({ method }) => method === "wallet_sendCalls");
      const atomic = batches.map(({ params: [batch] }) => Object(batch).atomicRequired);
      expect(atomic).to.deep.equal([true, true]);
      expect(await violationsInBothSchemes(page)).to.deep.equal([]);
    });

    it("follows a batch whose prompt was open during a reload, and does not offer to send it again", async () => {
      const { page, wallet, together } = await draftTwoCalls("atomic");
      const confirm = wallet.holdBatches();
      await together.click();
      await page.getByText("Confirm all calls together in your wallet.").waitFor();
      await page.reload();
      await page.getByText("Your wallet has not reported whether the calls were sent.").waitFor();
      expect(await together.isEnabled()).to.equal(false);
      confirm();
      await page.getByText("All calls took effect together.").waitFor();
      expect(await settings()).to.deep.equal([500_000_000_000_000_000n, 7n]);
    });

    it("reports which calls took effect when the wallet carries out only some", async () => {
      const { page, together } = await draftTwoCalls("partial");
      await together.click();
      const alert = page.getByRole("alert");
      await alert
        .getByText("Took effect: adjustPrice(0.5 ether). Did not: adjustMaxBatch(7).")
        .waitFor();
      expect(await settings()).to.deep.equal([500_000_000_000_000_000n, 20n]);
      await page.getByRole("button", { name: "Send call 2 of 2" }).waitFor();
      expect(await together.count()).to.equal(0);
    });
  });

  it("passes axe for non-owners, even with a rejected draft, and fits 320 px with long values", async () => {
    const { page } = await visitAs(stranger);
    await draftRange(page, "Lantern Season", "101", "151");
    await page.getByText("Only the collection's owner").waitFor();
    expect(await violationsInBothSchemes(page), "drafted").to.deep.equal([]);
    const name = "The last of all the long crossings";
    await add(page, name);
    await draftRange(page, name, "1000000000000000000", "1000000000000000200");
    const drafted = page.getByRole("cell", { name: `“${name}”, not minted yet` });
    await drafted.waitFor();
    expect(await smallWindowIssues(page), "320 px").to.deep.equal([]);
    expect((await drafted.boundingBox())?.width).to.be.greaterThan(30);
    await draftRange(page, "First Dust", "1", "11");
    await draftRange(page, "Lantern Season", "5", "x");
    await page.getByLabel("Signer").fill("nobody");
    const calls = page.getByRole("list", { name: "Calls" });
    await calls.getByText("PhaseEndBelowMinted").waitFor();
    expect(await violationsInBothSchemes(page), "rejected").to.deep.equal([]);
  });
});

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of another phase").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

async function draftRange(page: Page, name: string, start: string, end: string): Promise<void> {
  await page.getByLabel(`First ID of “${name}”`).fill(start);
  await page.getByLabel(`End of “${name}”`).fill(end);
}
