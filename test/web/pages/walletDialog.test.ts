import { expect } from "chai";
import type { Locator, Page } from "playwright-core";
import { installWallet } from "../../support/injectedWallet.ts";
import { shortened } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";
import { smallWindow } from "../../support/smallWindow.ts";
import { requestedOrigins, walletDialog } from "../../support/walletDialog.ts";

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

describe("the wallet dialog", () => {
  const { open, openWithWallet, visitAs, world } = enterSharedWorld({ viewport: smallWindow });

  describe("with wallets in the browser", () => {
    it("[S1.10] [S1.9] [S4.35] lists each wallet, connects the chosen one, and reconnects it after a reload without a request to another", async () => {
      const { page, wallet: first } = await openWithWallet(2);
      const other = { account: 3, name: "Other Wallet", rpcUrl: world().chain.url };
      const second = await installWallet(page, other);
      await page.goto("/");
      const { dialog, entry, open } = walletDialog(page);
      await open();
      await entry("Test Wallet").waitFor();
      await entry("Other Wallet").click();
      await page.getByRole("button", { name: shortened(3) }).click();
      expect(first.requests.map(({ method }) => method)).not.to.include("eth_requestAccounts");
      await dialog.getByRole("button", { name: "Disconnect" }).click();
      await entry("Test Wallet").click();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
      const received = second.requests.length;
      await page.reload();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
      expect(second.requests.slice(received)).to.deep.equal([]);
    });

    it("[S9.13] finds a wallet without EIP-6963 that is injected after the dialog was opened", async () => {
      const page = await open();
      const options = { account: 2, rpcUrl: world().chain.url, discovery: "late" } as const;
      const wallet = await installWallet(page, options);
      await page.goto("/");
      const { entry, open: openDialog } = walletDialog(page);
      await openDialog();
      await page.getByText("No wallet was found in this browser.").waitFor();
      await wallet.arrive();
      await entry("Browser wallet").click();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
    });

    it("keeps its title and Close visible at the end of a list that is longer than a phone", async () => {
      const page = await open({ viewport: { width: 390, height: 500 } });
      await page.goto("/");
      const { dialog, open: openDialog } = walletDialog(page);
      await openDialog();
      await dialog.getByRole("heading", { name: "Popular wallets" }).waitFor();
      const scrolled = await dialog.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
        return element.scrollTop;
      });
      expect(scrolled).to.be.greaterThan(100);
      await page.mouse.click(...(await middleOf(dialog.getByRole("button", { name: "Close" }))));
      await dialog.waitFor({ state: "hidden" });
    });

    it("[S8.8] reports a rejected request, stays open, and connects at the next attempt", async () => {
      const { page, wallet } = await openWithWallet(2);
      await page.goto("/");
      const { dialog, entry, open } = walletDialog(page);
      await open();
      wallet.rejectNext();
      await entry("Test Wallet").click();
      await dialog.getByText("User rejected.").waitFor();
      await entry("Test Wallet").click();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
    });

    it("[S4.38] announces an empty list of accounts as a disconnection, but not a press of Disconnect", async () => {
      const { page, wallet } = await visitAs(2, "/");
      const { dialog, entry } = walletDialog(page);
      const notice = page.getByText("Your wallet ended the connection.");
      await page.getByRole("button", { name: shortened(2) }).click();
      await dialog.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
      expect(await notice.count()).to.equal(0);
      await entry("Test Wallet").click();
      await page.getByRole("button", { name: shortened(2) }).waitFor();
      await dialog.waitFor({ state: "hidden" });
      await wallet.selectAccount(undefined);
      await notice.waitFor();
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
      await page.getByRole("button", { name: "Dismiss" }).click();
      await notice.waitFor({ state: "detached" });
    });
  });

  it("[S2.7] [S8.8] lists the collection's network only, and reports that switching to it was rejected", async () => {
    const { page, wallet } = await visitAs(2, "/");
    await page.getByRole("button", { name: shortened(2) }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Hardhat" }).click();
    const choice = page.getByRole("dialog", { name: "Choose network" });
    const networks = choice.getByRole("list", { name: "Networks" }).getByRole("button");
    await networks.first().waitFor();
    expect(await networks.count()).to.equal(1);
    expect(await networks.getAttribute("aria-current")).to.equal("true");
    expect(await networks.innerText()).to.match(/Hardhat\s+Chain 31337 · ETH\s+Current/);
    await choice.getByText("this page serves no other").waitFor();
    await choice.getByRole("button", { name: "Back" }).click();
    await page.getByRole("dialog", { name: "Your wallet" }).waitFor();
    await page.keyboard.press("Escape");

    await wallet.selectChain(1);
    await page.getByRole("button", { name: /Wrong network/ }).click();
    wallet.rejectNext();
    const wrong = page.getByRole("dialog", { name: "Wrong network" });
    await wrong.getByRole("button", { name: "Switch network" }).click();
    await wrong.getByText("User rejected.").waitFor();
    await wrong.getByRole("button", { name: "See networks" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Switch/ })
      .click();
    await page.getByRole("button", { name: shortened(2), exact: true }).waitFor();
  });

  it("links from the connected account to each of its drifters", async () => {
    const { page } = await visitAs(2, "/");
    await page.getByRole("button", { name: shortened(2) }).click();
    const { dialog } = walletDialog(page);
    const drifters = dialog.getByRole("region", { name: "Your drifters 9" });
    await drifters.getByRole("link", { name: "Drifter 9", exact: true }).click();
    await page.waitForURL("/drifter/9");
    await dialog.waitFor({ state: "hidden" });
  });

  it("[S9.12] [S2.8] [S7.26] [D6] shows nine popular wallets without a project id, how to get each and why there is no code, and requests nothing from other hosts in any view", async () => {
    const { page } = await openWithWallet(2);
    const origins = requestedOrigins(page);
    await page.goto("/drifter/7");
    const { dialog, popular, entry, open } = walletDialog(page);
    await open();
    expect(await popular.allInnerTexts()).to.satisfy((texts: string[]) =>
      ninePopular.every((name, index) => texts[index]?.endsWith(name)),
    );
    await popular.filter({ hasText: "Rainbow" }).click();
    const rainbow = page.getByRole("dialog", { name: "Rainbow" });
    await rainbow.getByText(/no project id/).waitFor();
    expect(await rainbow.getByText("Scan this code").count()).to.equal(0);
    const link = rainbow.getByRole("link", { name: "Get Rainbow" });
    expect(await link.getAttribute("href")).to.equal("https://rainbow.me/");
    expect(await link.getAttribute("rel")).to.contain("noopener");
    await page.getByRole("button", { name: "Back" }).click();
    await entry("WalletConnect").click();
    await dialog.getByText(/no project id/).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await entry("Test Wallet").click();
    await page.getByRole("button", { name: shortened(2) }).click();
    await page.getByText(/^[\d.]+ ETH$/).waitFor();
    expect([...origins].sort()).to.deep.equal(
      [new URL(world().webUrl).origin, new URL(world().chain.url).origin].sort(),
    );
  });

  it("[D7] keeps the keyboard focus inside, returns it to the opener, connects, and then shows the account", async () => {
    const { page } = await openWithWallet(2);
    const { dialog, entry } = walletDialog(page);
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
    await entry("WalletConnect").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "WalletConnect" }).waitFor();
    expect(await focused(page)).to.equal("WalletConnect");
    await page.keyboard.press("Shift+Tab");
    expect(await focused(page)).to.equal("Back");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
    expect(await focused(page)).to.match(/^WalletConnect/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await opener.evaluate((button) => button === document.activeElement)).to.equal(true);

    await page.keyboard.press("Enter");
    await entry("Test Wallet").waitFor();
    await entry("Test Wallet").focus();
    await page.keyboard.press("Enter");
    const account = page.getByRole("button", { name: shortened(2) });
    await account.waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect(await account.evaluate((button) => button === document.activeElement)).to.equal(true);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Your wallet" }).waitFor();
    expect(await focused(page)).to.equal("Your wallet");
    await dialog.getByRole("button", { name: "Disconnect" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
    expect(await focused(page)).to.equal("Connect wallet");
  });
});

/** Returns the centre of an element without scrolling to it. */
async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element takes no room on the page.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}

/** Whether an element that the dialog covers has the focus. */
function isFocusOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element !== document.body && element?.closest("dialog") === null;
  });
}
