import { expect } from "chai";
import type { Page } from "playwright-core";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { shortened, storySection } from "../../support/web/page.ts";
import type { PhoneWallet } from "../../support/web/phoneWallet.ts";
import { enterWalletConnectSite, scanCode } from "../../support/web/walletConnectSite.ts";
import { walletDialog } from "../../support/web/walletDialog.ts";

// Account 2 owns drifters 7 and 8, account 3 owns 10.
const canWrite = "As the owner of this Drifter, you can write their story.";

describe("a wallet on another device", () => {
  const { site, open, phone: startPhone } = enterWalletConnectSite();

  describe("when the WalletConnect code is opened", () => {
    it("[D8] is paired by a copied link, may reject, and connects with a new code", async () => {
      const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
      const phone = await startPhone(2);
      await showCode(page, "/");
      const first = await scanCode(page);
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByText("Copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).to.match(/^wc:[0-9a-f]{64}@2\?.*relay-protocol=irn/);
      expect(copied).to.equal(first);
      await (await phone.scan(first)).reject();
      await page.getByText("You rejected the request.").waitFor();
      await page.getByRole("button", { name: "New code" }).click();
      await code(page).waitFor();
      const second = await scanCode(page);
      expect(second).not.to.equal(first);
      await (await phone.scan(second)).approve();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
    });
  });

  describe("once connected", () => {
    it("[D8] [S1.9] stays connected after a reload, and signs a story, which is saved as the owner's, without a new code", async () => {
      const page = await open();
      const phone = await startPhone(2);
      await connectBy(page, phone, "/drifter/8");
      await page.reload();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
      const story = storySection(page);
      await story.write.click();
      await story.text.fill("Signed a room away.");
      await story.sign.click();
      await story.save.click();
      await page.getByText("As the owner, you can edit this.").waitFor();
      expect(phone.requests).to.deep.equal(["personal_sign"]);
      const saved = await fetch(`${site().url}/api/narrative/8`);
      expect(await saved.json()).to.include({ author: hardhatAccount(2).address });
    });

    it("[D8] [S1.11] [S2.8] [S4.39] is shown with its account until it ends the session, which is announced", async () => {
      const page = await open();
      const phone = await startPhone(2);
      await connectBy(page, phone, "/drifter/7");
      await page.getByText(canWrite).waitFor();
      await page.getByRole("button", { name: shortened(2) }).click();
      const account = page.getByRole("dialog", { name: "Your wallet" });
      await account.getByText(hardhatAccount(2).address).waitFor();
      await account.getByText("WalletConnect").waitFor();
      await page.keyboard.press("Escape");
      await account.waitFor({ state: "hidden" });
      await phone.disconnect();
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
      await page.getByText("Your wallet ended the connection.").waitFor();
      await page.getByText(canWrite).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Connect again" }).click();
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
    });
  });

  async function connectBy(page: Page, phone: PhoneWallet, path: string): Promise<void> {
    await showCode(page, path);
    await (await phone.scan(await scanCode(page))).approve();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Connect wallet" }).waitFor({ state: "hidden" });
  }
});

function code(page: Page) {
  return walletDialog(page).code;
}

async function openRelayView(page: Page, path?: string): Promise<void> {
  if (path) await page.goto(path);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /WalletConnect/ })
    .click();
}

async function showCode(page: Page, path?: string): Promise<void> {
  await openRelayView(page, path);
  await code(page).waitFor();
}
