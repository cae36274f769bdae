import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { expectKeyboardReachesAll } from "../../support/web/focusable.ts";
import { installWallet } from "../../support/web/injectedWallet.ts";
import { shorten } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";
import { smallWindow } from "../../support/web/smallWindow.ts";
import { walletDialog } from "../../support/web/walletDialog.ts";

describe("wallet dialog", () => {
  const { openWithWallet, world } = enterSharedWorld({ viewport: smallWindow });

  it("[S1.10] [S1.9] [S4.35] lists each wallet, connects the chosen wallet, and reconnects only that wallet after a reload", async () => {
    const { page, wallet: first } = await openWithWallet(2);
    const other = { account: 3, name: "Other Wallet", rpcUrl: world().chain.url };
    const second = await installWallet(page, other);
    await page.goto("/");
    const { dialog, entry, open } = walletDialog(page);
    await open();
    await entry("Test Wallet").waitFor();
    await entry("Other Wallet").click();
    await page.getByRole("button", { name: shorten(3) }).click();
    expect(first.requests.map(({ method }) => method)).not.to.include("eth_requestAccounts");
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await entry("Test Wallet").click();
    await page.getByRole("button", { name: shorten(2) }).waitFor();
    const received = second.requests.length;
    await page.reload();
    await page.getByRole("button", { name: shorten(2) }).waitFor();
    expect(second.requests.slice(received)).to.deep.equal([]);
  });

  it("shows Disconnect and the way to mint below a holder's many portraits without scrolling", async () => {
    const { page } = await openWithWallet(2, { wasConnected: true });
    await page.goto("/");
    const { dialog } = walletDialog(page);
    await page.getByRole("button", { name: shorten(2) }).click();
    await dialog.getByRole("link", { name: "Drifter #9" }).waitFor();
    const hidden = await dialog.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(hidden, "height that requires scrolling").to.be.above(0);
    for (const action of [
      dialog.getByRole("link", { name: "Mint a drifter" }),
      dialog.getByRole("button", { name: "Disconnect" }),
    ]) {
      const { y, height } = (await action.boundingBox()) ?? expect.fail();
      const { bottom } = await dialog.evaluate((box) => box.getBoundingClientRect().toJSON());
      expect(y + height, await action.innerText()).to.be.at.most(bottom);
    }
  });

  it("[S2.4] [D7] traps the focus, returns it to the opener, and shows the account and a wrong network", async () => {
    const { page, wallet } = await openWithWallet(2);
    const { dialog, entry } = walletDialog(page);
    await page.goto("/");
    const opener = page.getByRole("button", { name: "Connect wallet" });
    await expectKeyboardReachesAll(page);
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Connect wallet" }).waitFor();
    expect(await focused(page)).to.equal("Connect wallet");
    await page.getByRole("heading", { name: "Popular wallets" }).waitFor();
    expect(await accessibilityFaults(page), "ways to connect").to.deep.equal([]);
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press("Tab");
      expect(await isFocusOutside(page), `after ${presses + 1} presses`).to.equal(false);
    }
    await dialog.getByRole("button", { name: "Zerion" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Zerion" }).waitFor();
    expect(await focused(page)).to.equal("Zerion");
    await page.keyboard.press("Shift+Tab");
    expect(await focused(page)).to.equal("Back");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
    expect(await focused(page)).to.equal("Zerion");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await opener.evaluate((button) => button === document.activeElement)).to.equal(true);

    await page.keyboard.press("Enter");
    await entry("Test Wallet").waitFor();
    await entry("Test Wallet").focus();
    await page.keyboard.press("Enter");
    const account = page.getByRole("button", { name: shorten(2) });
    await account.waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect(await account.evaluate((button) => button === document.activeElement)).to.equal(true);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Your wallet" }).waitFor();
    expect(await focused(page)).to.equal("Your wallet");
    await dialog.getByRole("link", { name: "Drifter #9" }).waitFor();
    expect(await accessibilityFaults(page), "account").to.deep.equal([]);
    await wallet.selectChain(1);
    await dialog.getByRole("button", { name: "Switch to Hardhat" }).waitFor();
    expect(await accessibilityFaults(page), "network").to.deep.equal([]);
    await expectKeyboardReachesAll(page);
    await wallet.selectChain(31_337);
    await account.click();
    await dialog.getByRole("button", { name: "Disconnect" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
    expect(await focused(page)).to.equal("Connect wallet");
  });
});

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}

/** Whether the focus is on an element behind the dialog. */
function isFocusOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element !== document.body && element?.closest("dialog") === null;
  });
}
