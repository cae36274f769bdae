import { expect } from "chai";
import type { Page } from "playwright-core";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { storySection } from "../../support/page.ts";
import type { PhoneWallet } from "../../support/phoneWallet.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";
import {
  scanCode,
  startWalletConnectSite,
  type WalletConnectSite,
} from "../../support/walletConnectSite.ts";

// Account 2 owns drifters 7 and 8, account 3 owns 10.
const canWrite = "As the owner of this Drifter, you can write their story.";

describe("a wallet on another device", function () {
  this.timeout(60_000);
  const { world, browser } = enterSharedWorld();
  let site: WalletConnectSite;

  before(async () => {
    site = await startWalletConnectSite(world(), browser());
  });
  afterEach(function () {
    return site.tidy(this.currentTest);
  });
  after(() => site?.close());

  describe("given the person opens WalletConnect's code", () => {
    it("[D8] [S1.11] [S2.8] scans it, approves, and is connected with its account", async () => {
      const page = await site.open();
      const phone = await site.phone(2);
      await connectBy(page, phone, "/drifter/7");
      await page.getByText(canWrite).waitFor();
      await page.getByRole("button", { name: shortened(2) }).click();
      const account = page.getByRole("dialog", { name: "Your wallet" });
      await account.getByText(hardhatAccount(2).address).waitFor();
      await account.getByText("WalletConnect").waitFor();
    });

    it("[D8] offers the same link to copy, for a wallet that cannot scan", async () => {
      const page = await site.open({ permissions: ["clipboard-read", "clipboard-write"] });
      await showCode(page, "/");
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByText("Copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).to.match(/^wc:[0-9a-f]{64}@2\?.*relay-protocol=irn/);
      expect(copied).to.equal(await scanCode(page));
    });

    it("[D8] hears that the wallet rejected, and connects with a new code", async () => {
      const page = await site.open();
      const phone = await site.phone(2);
      await showCode(page, "/");
      const first = await scanCode(page);
      await (await phone.scan(first)).reject();
      await page.getByText("User rejected.").waitFor();
      await page.getByRole("button", { name: "New code" }).click();
      await code(page).waitFor();
      const second = await scanCode(page);
      expect(second).not.to.equal(first);
      await (await phone.scan(second)).approve();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
    });

    it("is told when the code has expired, and gets a new one", async () => {
      const page = await site.open();
      await page.clock.install();
      await showCode(page, "/");
      const first = await scanCode(page);
      await page.clock.fastForward("05:01");
      await page.getByText("This code has expired.").waitFor();
      await page.getByRole("button", { name: "New code" }).click();
      await code(page).waitFor();
      expect(await scanCode(page)).not.to.equal(first);
    });

    it("is told when the relay does not answer, and can try again", async () => {
      const page = await site.open();
      await page.clock.install();
      let isDown = true;
      await page.routeWebSocket(/^ws:/, (socket) => {
        if (isDown) void socket.close();
        else socket.connectToServer();
      });
      await openRelayView(page, "/");
      await page.getByText("Preparing a code…").waitFor();
      await page.clock.fastForward("00:16");
      const alert = page.getByRole("dialog").getByRole("alert");
      await alert.getByText("The relay does not answer.").waitFor();
      isDown = false;
      await page.getByRole("button", { name: "New code" }).click();
      await page.clock.fastForward("00:06");
      // WalletConnect's client takes some seconds before it asks the relay again.
      await code(page).waitFor({ timeout: 30_000 });
    });
  });

  describe("given it is connected", () => {
    it("[D8] signs a story, which is saved as its owner's", async () => {
      const page = await site.open();
      const phone = await site.phone(2);
      await connectBy(page, phone, "/drifter/8");
      const story = storySection(page);
      await story.write.click();
      await story.text.fill("Signed a room away.");
      await story.sign.click();
      await story.save.click();
      await page.getByText("As the owner, you can edit this.").waitFor();
      expect(phone.requests).to.deep.equal(["personal_sign"]);
      const saved = await fetch(`${site.url}/api/narrative/8`);
      expect(await saved.json()).to.include({ author: hardhatAccount(2).address });
    });

    it("[D8] [S4.39] ends the session: that is a disconnection, and is told", async () => {
      const page = await site.open();
      const phone = await site.phone(2);
      await connectBy(page, phone, "/drifter/7");
      await page.getByText(canWrite).waitFor();
      await phone.disconnect();
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
      await page.getByText("Your wallet ended the connection.").waitFor();
      await page.getByText(canWrite).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Connect again" }).click();
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
    });

    it("[D8] [S1.9] stays connected over a reload, and signs without a new code", async () => {
      const page = await site.open();
      const phone = await site.phone(3);
      await connectBy(page, phone, "/drifter/10");
      await page.reload();
      await page.getByRole("button", { name: shortened(3) }).waitFor();
      const story = storySection(page);
      await story.write.click();
      await story.text.fill("Still here.");
      await story.sign.click();
      await page.getByRole("button", { name: "Save", disabled: false }).waitFor();
      expect(phone.requests).to.deep.equal(["personal_sign"]);
    });

    it("[S4.39] hears of a session that ended while the page was away", async () => {
      const page = await site.open();
      const phone = await site.phone(2);
      await connectBy(page, phone, "/");
      await page.goto("about:blank");
      await phone.disconnect();
      await page.goto(site.url);
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
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
  return page.getByRole("dialog").getByRole("img", { name: /^Code to connect/ });
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

function shortened(account: number): string {
  const { address } = hardhatAccount(account);
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
