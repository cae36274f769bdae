import { mkdirSync } from "node:fs";
import { devices } from "playwright-core";
import { launchChromium } from "./chromium.ts";
import { listing } from "./connectionService.ts";
import { hardhatAccount, installWallet } from "./injectedWallet.ts";
import { startTestWorld } from "./testWorld.ts";
import { startWalletConnectSite } from "./walletConnectSite.ts";

mkdirSync("/tmp/wc-shots", { recursive: true });
const browser = await launchChromium();
const world = await startTestWorld("production");
const site = await startWalletConnectSite(world, browser);
const all = Array.from({ length: 30 }, (_, n) => listing(`w${n}`, `Wallet ${n}`));
site.service.answers.set("/w3m/v1/getAllListings", () => ({
  listings: all.slice(0, 24),
  total: 30,
}));
site.service.answers.set(`/v1/identity/${hardhatAccount(2).address}`, () => ({
  name: "ash-of-the-fringe.eth",
}));
const sizes = {
  phone: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1280, height: 900 } },
};
for (const scheme of ["dark", "light"] as const)
  for (const [size, options] of Object.entries(sizes)) {
    if (scheme === "light" && size === "desktop") continue;
    const shot = async (page: any, name: string) => {
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `/tmp/wc-shots/${scheme}-${size}-${name}.png` });
    };
    const page = await site.open({ ...options, colorScheme: scheme });
    const wallet = await installWallet(page, { account: 2, rpcUrl: world.chain.url });
    await page.goto("/");
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: "Test Wallet" }).waitFor();
    await page.waitForTimeout(600);
    await shot(page, "connect");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /WalletConnect/ })
      .click();
    await page.getByRole("img", { name: /^Code to/ }).waitFor();
    await shot(page, "relay");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Ledger Live" }).click();
    await page.getByRole("img", { name: /^Code to/ }).waitFor();
    await shot(page, "wallet");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "All wallets" }).click();
    await page.getByText("Wallet 20").waitFor();
    await shot(page, "directory");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Test Wallet" }).click();
    await page.getByRole("button", { name: /^0x3C44/ }).click();
    await page.getByText(/^[\d.]+ ETH$/).waitFor();
    await page.getByText("ash-of").waitFor();
    await shot(page, "account");
    await page.getByRole("button", { name: "Hardhat" }).click();
    await page.getByText("serves no other").waitFor();
    await shot(page, "networks");
    await page.keyboard.press("Escape");
    await wallet.selectChain(1);
    await page.getByRole("button", { name: /Wrong network/ }).click();
    await page.getByRole("button", { name: "Switch network" }).waitFor();
    await shot(page, "wrong");
    await page.keyboard.press("Escape");
    await wallet.selectAccount(undefined);
    await page.getByText("Your wallet ended").waitFor();
    await shot(page, "lost");
    await site.tidy();
    site.service.answers.set("/w3m/v1/getAllListings", () => ({
      listings: all.slice(0, 24),
      total: 30,
    }));
    site.service.answers.set(`/v1/identity/${hardhatAccount(2).address}`, () => ({
      name: "ash-of-the-fringe.eth",
    }));
  }
// Sizes of scripts
const { gzipSync } = await import("node:zlib");
const page = await site.open();
let sum = 0;
const list: string[] = [];
const pending: Promise<void>[] = [];
page.on("response", (r) => {
  if (r.url().endsWith(".js"))
    pending.push(
      r.body().then((b) => {
        const n = gzipSync(b).length;
        sum += n;
        list.push(`${r.url().split("/").pop()} ${n}`);
      }),
    );
});
const report = async (name: string) => {
  await page.waitForLoadState("networkidle");
  await Promise.all(pending);
  console.log(name, sum, list.splice(0).join(", "));
  sum = 0;
};
await page.goto("/");
await report("/");
await page.getByRole("button", { name: "Connect wallet" }).click();
await page.getByRole("dialog").waitFor();
await report("dialog");
await page
  .getByRole("dialog")
  .getByRole("button", { name: /WalletConnect/ })
  .click();
await page.getByRole("img", { name: /^Code to/ }).waitFor();
await report("qr");
await site.close();
await browser.close();
await world.close();
process.exit(0);
