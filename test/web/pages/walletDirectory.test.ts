import { expect } from "chai";
import { devices } from "playwright-core";
import { hardhatAccount, installWallet } from "../../support/web/injectedWallet.ts";
import { shortened } from "../../support/web/page.ts";
import { enterWalletConnectSite, scanCode } from "../../support/web/walletConnectSite.ts";
import { requestedOrigins, walletDialog } from "../../support/web/walletDialog.ts";

const phone = devices["Pixel 7"] ?? {};

describe("the wallet dialog, with a project ID,", () => {
  const { site, open, world } = enterWalletConnectSite();

  it("[D6] requests nothing from other hosts before it is opened, and connects to the relay only for a code", async () => {
    const page = await open();
    const origins = requestedOrigins(page);
    const scripts: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith(".js")) scripts.push(await response.text());
    });
    const holdsClient = () => scripts.some((script) => script.includes("wc_sessionPropose"));
    const own = new URL(site().url).origin;
    await page.goto("/drifter/7");
    await page.getByRole("button", { name: "Connect wallet" }).hover();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect([...origins]).to.deep.equal([own]);
    const listed = page.waitForResponse(/getDesktopListings/);
    await walletDialog(page).open();
    await listed;
    expect([...origins]).to.have.members([own, site().service.url]);
    expect(holdsClient()).to.equal(false);
    await walletDialog(page).entry("WalletConnect").click();
    await walletDialog(page).code.waitFor();
    expect(holdsClient()).to.equal(true);
    expect([...origins]).to.have.members([
      own,
      site().service.url,
      "https://verify.walletconnect.org",
      site().relay.url,
    ]);
  });

  it("[S1.11] [S2.8] opens the chosen wallet's app on a phone, with the pairing link", async () => {
    const page = await open(phone);
    await page.goto("/");
    await walletDialog(page).open();
    await walletDialog(page).popular.filter({ hasText: "MetaMask" }).click();
    const dialog = page.getByRole("dialog", { name: "MetaMask" });
    await walletDialog(page).code.waitFor();
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

  it("[S3.10] [S7.24] [S9.9] shows the account's name, avatar, address and balance, or only the address without a name, and caches the balance", async () => {
    const { address } = hardhatAccount(2);
    site().service.answers.set(`/v1/identity/${address}`, () => ({
      name: "ash.eth",
      avatar: "https://pictures.example/ash.svg",
    }));
    const page = await open();
    const picture = {
      contentType: "image/svg+xml",
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
    };
    await page.route("https://pictures.example/ash.svg", (route) => route.fulfill(picture));
    const wallet = await installWallet(page, {
      account: 2,
      rpcUrl: world().chain.url,
      wasConnected: true,
    });
    await page.goto("/");
    await page.getByRole("button", { name: shortened(2) }).click();
    const dialog = page.getByRole("dialog", { name: "Your wallet" });
    await dialog.getByText("ash.eth").waitFor();
    await dialog.getByText(address, { exact: true }).waitFor();
    await dialog.getByText(/^[\d.]+ ETH$/).waitFor();
    const avatar = dialog.locator("img.avatar");
    expect(await avatar.getAttribute("src")).to.equal("https://pictures.example/ash.svg");
    const received = site().service.requests.filter(({ pathname }) =>
      pathname.includes("identity"),
    );
    expect(received.at(-1)?.search).to.equal("?chainId=eip155:31337&projectId=test-project");

    await wallet.selectAccount(3);
    await dialog.getByText(shortened(3), { exact: true }).waitFor();
    await dialog.locator("svg.avatar").waitFor();
    await page.waitForFunction(() => localStorage.getItem("cache")?.includes("balance"));
  });
});
