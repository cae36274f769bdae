import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { devices, type Locator, type Page } from "playwright-core";
import { listing } from "../../support/connectionService.ts";
import { hardhatAccount, installWallet } from "../../support/injectedWallet.ts";
import { connect } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";
import { smallWindow } from "../../support/smallWindow.ts";
import {
  scanCode,
  startWalletConnectSite,
  type WalletConnectSite,
} from "../../support/walletConnectSite.ts";

const ninePopular = [
  "MetaMask",
  "Trust Wallet",
  "Rainbow",
  "Zerion",
  "Uniswap Wallet",
  "OKX Wallet",
  "Safe",
  "Ledger Live",
  "imToken",
];

describe("the wallet dialog's views", function () {
  this.timeout(60_000);
  const { open, openWithWallet, visit, visitAs, world, browser } = enterSharedWorld({
    viewport: smallWindow,
  });

  describe("given wallets in the browser", () => {
    it("[S1.10] lists each of several, and connects the one that is chosen", async () => {
      const { page, wallet: first } = await openWithWallet(2);
      await installWallet(page, { account: 3, name: "Other Wallet", rpcUrl: world().chain.url });
      await page.goto("/");
      await openDialog(page);
      await entry(page, "Test Wallet").waitFor();
      await entry(page, "Other Wallet").click();
      await page.getByRole("button", { name: shortened(3) }).waitFor();
      expect(first.requests.map(({ method }) => method)).not.to.include("eth_requestAccounts");
    });

    it("[S1.9] [S4.35] finds the one used last again after a reload, and asks no other", async () => {
      const { page, wallet: first } = await openWithWallet(2);
      await installWallet(page, { account: 3, name: "Other Wallet", rpcUrl: world().chain.url });
      await page.goto("/");
      await connect(page, "Test Wallet");
      await page.getByRole("button", { name: shortened(2) }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
      await entry(page, "Other Wallet").click();
      await page.getByRole("button", { name: shortened(3) }).waitFor();
      const asked = first.requests.length;
      await page.reload();
      await page.getByRole("button", { name: shortened(3) }).waitFor();
      expect(first.requests.slice(asked)).to.deep.equal([]);
    });

    it("[S9.13] finds a plain one that comes after the dialog was opened", async () => {
      const page = await open();
      const options = { account: 2, rpcUrl: world().chain.url, discovery: "late" } as const;
      const wallet = await installWallet(page, options);
      await page.goto("/");
      await openDialog(page);
      await page.getByText("No wallet was found in this browser.").waitFor();
      await wallet.arrive();
      await entry(page, "Browser wallet").click();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
    });

    it("keeps its title and the way out in sight at the end of a list that is longer than a phone", async () => {
      const page = await open({ viewport: { width: 390, height: 500 } });
      await page.goto("/");
      await openDialog(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("heading", { name: "Popular wallets" }).waitFor();
      const scrolled = await dialog.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
        return element.scrollTop;
      });
      expect(scrolled).to.be.greaterThan(100);
      await page.mouse.click(...(await middleOf(dialog.getByRole("button", { name: "Close" }))));
      await dialog.waitFor({ state: "hidden" });
    });

    it("[S8.8] says that the person rejected, stays open, and connects at the next try", async () => {
      const { page, wallet } = await openWithWallet(2);
      await page.goto("/");
      await openDialog(page);
      wallet.rejectNext();
      await entry(page, "Test Wallet").click();
      await page.getByRole("dialog").getByText("User rejected.").waitFor();
      await entry(page, "Test Wallet").click();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
    });

    it("[S4.38] takes an empty list of accounts for a disconnection, and tells it", async () => {
      const { page, wallet } = await visitAs(2, "/");
      await wallet.selectAccount(undefined);
      await page.getByText("Your wallet ended the connection.").waitFor();
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.getByText("Your wallet ended the connection.").waitFor({ state: "detached" });
    });

    it("tells nothing more to who disconnects in the dialog", async () => {
      const { page } = await visitAs(2, "/");
      await page.getByRole("button", { name: shortened(2) }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
      expect(await page.getByText("Your wallet ended").count()).to.equal(0);
    });

    it("[S8.8] says that the person refused to switch networks, and lets them try again", async () => {
      const { page, wallet } = await visitAs(2, "/");
      await wallet.selectChain(1);
      await page.getByRole("button", { name: /Wrong network/ }).click();
      wallet.rejectNext();
      const dialog = page.getByRole("dialog", { name: "Wrong network" });
      await dialog.getByRole("button", { name: "Switch network" }).click();
      await dialog.getByText("User rejected.").waitFor();
      await dialog.getByRole("button", { name: "See networks" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /Switch/ })
        .click();
      await page.getByRole("button", { name: shortened(2), exact: true }).waitFor();
    });
  });

  it("leads from the connected account to each of its drifters", async () => {
    const { page } = await visitAs(2, "/");
    await page.getByRole("button", { name: shortened(2) }).click();
    const dialog = page.getByRole("dialog");
    const drifters = dialog.getByRole("region", { name: "Your drifters 9" });
    await drifters.getByRole("link", { name: "Drifter 9", exact: true }).click();
    await page.waitForURL("/drifter/9");
    await dialog.waitFor({ state: "hidden" });
  });

  describe("the networks", () => {
    it("[S2.7] are the one that the drifters live on, marked as current, and why there is no other", async () => {
      const { page } = await visitAs(2, "/");
      await page.getByRole("button", { name: shortened(2) }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Hardhat" }).click();
      const dialog = page.getByRole("dialog", { name: "Choose network" });
      const networks = dialog.getByRole("list", { name: "Networks" }).getByRole("button");
      await networks.first().waitFor();
      expect(await networks.count()).to.equal(1);
      expect(await networks.getAttribute("aria-current")).to.equal("true");
      expect(await networks.innerText()).to.match(/Hardhat\s+Chain 31337 · ETH\s+Current/);
      await dialog.getByText("this page serves no other").waitFor();
      await dialog.getByRole("button", { name: "Back" }).click();
      await page.getByRole("dialog", { name: "Your wallet" }).waitFor();
    });
  });

  describe("given no project id", () => {
    it("[S9.12] [S2.8] shows nine popular wallets, each with how to get it and why no code can be shown", async () => {
      const page = await visit("/");
      await openDialog(page);
      expect(await popular(page).allInnerTexts()).to.satisfy((texts: string[]) =>
        ninePopular.every((name, index) => texts[index]?.endsWith(name)),
      );
      await popular(page).filter({ hasText: "Rainbow" }).click();
      const dialog = page.getByRole("dialog", { name: "Rainbow" });
      await dialog.getByText(/no project id/).waitFor();
      expect(await dialog.getByText("Scan this code").count()).to.equal(0);
      const link = dialog.getByRole("link", { name: "Get Rainbow" });
      expect(await link.getAttribute("href")).to.equal("https://rainbow.me/");
      expect(await link.getAttribute("rel")).to.contain("noopener");
    });

    it("[S7.26] [D6] asks nobody outside anything, in any of its views", async () => {
      const { page } = await openWithWallet(2);
      const origins = originsAskedBy(page);
      await page.goto("/drifter/7");
      await openDialog(page);
      await popular(page).first().click();
      await page
        .getByRole("dialog")
        .getByText(/no project id/)
        .waitFor();
      await page.getByRole("button", { name: "Back" }).click();
      await entry(page, "WalletConnect").click();
      await page
        .getByRole("dialog")
        .getByText(/no project id/)
        .waitFor();
      await page.getByRole("button", { name: "Back" }).click();
      await entry(page, "Test Wallet").click();
      await page.getByRole("button", { name: shortened(2) }).click();
      await page.getByText(/^[\d.]+ ETH$/).waitFor();
      expect([...origins].sort()).to.deep.equal(
        [new URL(world().webUrl).origin, new URL(world().chain.url).origin].sort(),
      );
    });
  });

  describe("with the keyboard alone", () => {
    it("[D7] goes in, stays inside, goes back to where it came from, and returns to the opener", async () => {
      const { page } = await openWithWallet(2);
      await page.goto("/");
      const opener = page.getByRole("button", { name: "Connect wallet" });
      await opener.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Connect wallet" }).waitFor();
      expect(await focused(page)).to.equal("Connect wallet");
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press("Tab");
        expect(await isFocusOutside(page), `after ${presses + 1} presses`).to.equal(false);
      }
      await entry(page, "WalletConnect").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "WalletConnect" }).waitFor();
      expect(await focused(page)).to.equal("WalletConnect");
      await page.keyboard.press("Shift+Tab");
      expect(await focused(page)).to.equal("Back");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
      expect(await focused(page)).to.match(/^WalletConnect/);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect(await opener.evaluate((button) => button === document.activeElement)).to.equal(true);
    });

    it("[D7] connects, and shows the account to who opens it again", async () => {
      const { page } = await openWithWallet(2);
      await page.goto("/");
      await page.getByRole("button", { name: "Connect wallet" }).focus();
      await page.keyboard.press("Enter");
      await entry(page, "Test Wallet").waitFor();
      await entry(page, "Test Wallet").focus();
      await page.keyboard.press("Enter");
      const account = page.getByRole("button", { name: shortened(2) });
      await account.waitFor();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect(await account.evaluate((button) => button === document.activeElement)).to.equal(true);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Your wallet" }).waitFor();
      expect(await focused(page)).to.equal("Your wallet");
      await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
      expect(await focused(page)).to.equal("Connect wallet");
    });
  });

  describe("given a project id", () => {
    let site: WalletConnectSite;
    before(async () => {
      site = await startWalletConnectSite(world(), browser());
    });
    afterEach(function () {
      return site.tidy(this.currentTest);
    });
    after(() => site?.close());

    it("[D6] asks nobody outside before the dialog is opened, and joins the relay only for a code", async () => {
      const page = await site.open();
      const origins = originsAskedBy(page);
      const scripts: string[] = [];
      page.on("response", async (response) => {
        if (response.url().endsWith(".js")) scripts.push(await response.text());
      });
      const holdsClient = () => scripts.some((script) => script.includes("wc_sessionPropose"));
      const own = new URL(site.url).origin;
      await page.goto("/drifter/7");
      await page.getByRole("button", { name: "Connect wallet" }).hover();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([...origins]).to.deep.equal([own]);
      const listed = page.waitForResponse(/getDesktopListings/);
      await openDialog(page);
      await listed;
      expect([...origins]).to.have.members([own, site.service.url]);
      expect(holdsClient()).to.equal(false);
      await entry(page, "WalletConnect").click();
      await scannable(page).waitFor();
      expect(holdsClient()).to.equal(true);
      expect([...origins]).to.have.members([
        own,
        site.service.url,
        "https://verify.walletconnect.org",
        site.relay.url,
      ]);
    });

    it("fetches what each step needs and no more, within the budgets", async () => {
      const page = await site.open();
      const scripts: Promise<number>[] = [];
      page.on("response", (response) => {
        if (!response.url().endsWith(".js")) return;
        scripts.push(response.body().then((body) => gzipSync(body).length));
      });
      const kilobytes = async () =>
        (await Promise.all(scripts.splice(0))).reduce((sum, bytes) => sum + bytes, 0) / 1_000;
      await page.goto("/");
      await page.getByText("Past the last charted well").waitFor();
      expect(await kilobytes(), "the page").to.be.within(50, 120);
      await openDialog(page);
      expect(await kilobytes(), "the dialog").to.be.within(5, 36);
      await entry(page, "WalletConnect").click();
      await scannable(page).waitFor();
      expect(await kilobytes(), "the code").to.be.within(50, 155);
    });

    it("[S9.12] [S7.21] [S7.22] shows the nine with the directory's pictures, and phones' wallets to phones", async () => {
      const path = "/w3m/v1/getMobileListings";
      const rainbow = "1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369";
      const renamed = { ...listing(rainbow, "Rainbow 2"), mobile: { native: "rainbow2:" } };
      site.service.answers.set(path, () => ({ listings: { [rainbow]: renamed }, total: 1 }));
      const page = await site.open(phone);
      await page.goto("/");
      await openDialog(page);
      const entries = popular(page);
      await entries.filter({ hasText: "Rainbow 2" }).locator("img").waitFor();
      expect(await entries.count()).to.equal(9);
      const asked = site.service.requests.filter(({ pathname }) => pathname === path).at(-1);
      expect(asked?.searchParams.get("entries")).to.equal("9");
      expect(asked?.searchParams.get("recommendedIds")?.split(",")).to.have.lengthOf(9);
    });

    it("[S1.11] [S2.8] opens the chosen wallet's app on a phone, with the code's own link", async () => {
      const page = await site.open(phone);
      await page.goto("/");
      await openDialog(page);
      await popular(page).filter({ hasText: "MetaMask" }).click();
      const dialog = page.getByRole("dialog", { name: "MetaMask" });
      await scannable(page).waitFor();
      const href = await dialog.getByRole("link", { name: "Open MetaMask" }).getAttribute("href");
      const uri = await scanCode(page);
      expect(href).to.equal(`metamask://wc?uri=${encodeURIComponent(uri)}`);
      await dialog.getByRole("link", { name: "Open MetaMask" }).click();
      const chosen = () => localStorage.getItem("WALLETCONNECT_DEEPLINK_CHOICE");
      expect(JSON.parse((await page.evaluate(chosen)) ?? "")).to.deep.equal({
        href: "metamask://",
        name: "MetaMask",
      });
    });

    it("[S1.11] [S2.8] shows the chosen wallet's code on a computer, and its app where it has one", async () => {
      const page = await site.open();
      await page.goto("/");
      await openDialog(page);
      await popular(page).filter({ hasText: "Ledger Live" }).click();
      const dialog = page.getByRole("dialog", { name: "Ledger Live" });
      await scannable(page).waitFor();
      const link = dialog.getByRole("link", { name: "Open Ledger Live on this computer" });
      expect(await link.getAttribute("href")).to.match(/^ledgerlive:\/\/wc\?uri=wc%3A/);
      await dialog.getByRole("link", { name: "Get Ledger Live" }).waitFor();
    });

    it("[S7.21] [S7.22] [S7.23] searches all wallets, and pages through them without listing one twice", async () => {
      const all = Array.from({ length: 30 }, (_, n) => listing(`w${n}`, `Wallet ${n}`));
      site.service.answers.set("/w3m/v1/getAllListings", ({ searchParams }) => {
        const search = searchParams.get("search") ?? "";
        const found = all.filter(({ name }) => name.includes(search));
        const first = (Number(searchParams.get("page")) - 1) * Number(searchParams.get("entries"));
        const listings = found.slice(first, first + Number(searchParams.get("entries")));
        return { listings, total: found.length };
      });
      const page = await site.open();
      await page.goto("/");
      await openDialog(page);
      await page.getByRole("button", { name: "All wallets" }).click();
      const entries = page.getByRole("list", { name: "All wallets" }).getByRole("button");
      await entries.filter({ hasText: /Wallet 23$/ }).waitFor();
      expect(await entries.count()).to.equal(9 + 24);
      await page.getByRole("button", { name: "More wallets" }).click();
      await entries.filter({ hasText: /Wallet 29$/ }).waitFor();
      expect(await entries.count()).to.equal(9 + 30);
      expect(await page.getByRole("button", { name: "More wallets" }).count()).to.equal(0);
      await page.getByRole("searchbox", { name: "Search wallets" }).fill("Wallet 17");
      await entries.filter({ hasText: "Wallet 16" }).waitFor({ state: "detached" });
      await entries.filter({ hasText: "Wallet 17" }).waitFor();
      expect(await entries.count()).to.equal(1);
      await page.getByRole("searchbox").fill("Nobody");
      await page.getByText("No wallet is called “Nobody”.").waitFor();
      const asked = site.service.requests.filter(({ pathname }) => /getAllListings/.test(pathname));
      expect(asked.at(0)?.searchParams.get("excludedIds")?.split(",")).to.have.lengthOf(9);
    });

    it("[S9.12] shows the nine that it knows, and says so, while the directory is down", async () => {
      site.service.answers.set("/w3m/v1/getDesktopListings", () => ({}));
      site.service.answers.set("/w3m/v1/getAllListings", () => ({}));
      site.service.status = 403;
      const page = await site.open();
      await page.goto("/");
      await openDialog(page);
      expect(await popular(page).count()).to.equal(9);
      await page.getByRole("button", { name: "All wallets" }).click();
      await page.getByText("The directory of wallets does not answer.").waitFor();
      const entries = page.getByRole("list", { name: "All wallets" }).getByRole("button");
      expect(await entries.count()).to.equal(9);
    });

    it("calls a plain wallet by its name, as the directory knows its mark", async () => {
      const marked = { ...listing("rabbit", "Rabbit"), injected: [{ injected_id: "isRabbit" }] };
      site.service.answers.set("/w3m/v1/getInjectedListings", () => ({ listings: [marked] }));
      const page = await site.open();
      await page.addInitScript(() => Object.assign(window, { ethereum: { isRabbit: true } }));
      await page.goto("/");
      await openDialog(page);
      await entry(page, "Rabbit").waitFor();
    });

    it("[S3.10] [S7.24] shows the account's name, picture, address and balance", async () => {
      const { address } = hardhatAccount(2);
      site.service.answers.set(`/v1/identity/${address}`, () => ({
        name: "ash.eth",
        avatar: "https://pictures.example/ash.svg",
      }));
      const page = await site.open();
      const picture = {
        contentType: "image/svg+xml",
        body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
      };
      await page.route("https://pictures.example/ash.svg", (route) => route.fulfill(picture));
      await installWallet(page, { account: 2, rpcUrl: world().chain.url, wasConnected: true });
      await page.goto("/");
      await page.getByRole("button", { name: shortened(2) }).click();
      const dialog = page.getByRole("dialog", { name: "Your wallet" });
      await dialog.getByText("ash.eth").waitFor();
      await dialog.getByText(address, { exact: true }).waitFor();
      await dialog.getByText(/^[\d.]+ ETH$/).waitFor();
      const avatar = dialog.locator("img.avatar");
      expect(await avatar.getAttribute("src")).to.equal("https://pictures.example/ash.svg");
      const asked = site.service.requests.filter(({ pathname }) => pathname.includes("identity"));
      expect(asked.at(-1)?.search).to.equal("?chainId=eip155:31337&projectId=test-project");
    });

    it("[S3.10] [S9.9] goes by its address where nobody knows its name, and keeps what it learnt", async () => {
      const page = await site.open();
      await installWallet(page, { account: 2, rpcUrl: world().chain.url, wasConnected: true });
      await page.goto("/");
      await page.getByRole("button", { name: shortened(2) }).click();
      const dialog = page.getByRole("dialog", { name: "Your wallet" });
      await dialog.getByText(shortened(2), { exact: true }).waitFor();
      await dialog.locator("svg.avatar").waitFor();
      await page.waitForFunction(() => localStorage.getItem("cache")?.includes("balance"));
    });
  });
});

const phone = devices["Pixel 7"] ?? {};

/** Where a finger presses it, without anything being scrolled first. */
async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element takes no room on the page.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
}

function entry(page: Page, name: string) {
  const list = page.getByRole("dialog").getByRole("list", { name: "Wallets", exact: true });
  return list.getByRole("button", { name });
}

function popular(page: Page) {
  return page.getByRole("list", { name: "Popular wallets" }).getByRole("button");
}

function scannable(page: Page) {
  return page.getByRole("dialog").getByRole("img", { name: /^Code to connect/ });
}

/** Fills with every origin that the page asks from now on, sockets and frames included. */
function originsAskedBy(page: Page): Set<string> {
  const origins = new Set<string>();
  const add = (url: string) => /^(http|ws)/.test(url) && origins.add(new URL(url).origin);
  page.on("request", (request) => add(request.url()));
  page.on("websocket", (socket) => add(socket.url()));
  return origins;
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}

/** Whether focus lies on something of the page that the dialog covers. */
function isFocusOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element !== document.body && element?.closest("dialog") === null;
  });
}

function shortened(account: number): string {
  const { address } = hardhatAccount(account);
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
