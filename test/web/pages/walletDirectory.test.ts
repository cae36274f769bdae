import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { devices } from "playwright-core";
import { listing } from "../../support/connectionService.ts";
import { hardhatAccount, installWallet } from "../../support/injectedWallet.ts";
import { shortened } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";
import { enterWalletConnectSite, scanCode } from "../../support/walletConnectSite.ts";
import { requestedOrigins, walletDialog } from "../../support/walletDialog.ts";

const phone = devices["Pixel 7"] ?? {};

describe("the wallet dialog, with a project id,", () => {
  const { world } = enterSharedWorld();
  const { site, open } = enterWalletConnectSite();

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

  it("stays within the download budget of each step", async () => {
    const page = await open();
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
    await walletDialog(page).open();
    expect(await kilobytes(), "the dialog").to.be.within(5, 36);
    await walletDialog(page).entry("WalletConnect").click();
    await walletDialog(page).code.waitFor();
    expect(await kilobytes(), "the code").to.be.within(50, 155);
  });

  it("[S9.12] [S7.21] [S7.22] shows the nine wallets with the directory's images, and mobile wallets on phones", async () => {
    const path = "/w3m/v1/getMobileListings";
    const rainbow = "1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369";
    const renamed = { ...listing(rainbow, "Rainbow 2"), mobile: { native: "rainbow2:" } };
    site().service.answers.set(path, () => ({ listings: { [rainbow]: renamed }, total: 1 }));
    const page = await open(phone);
    await page.goto("/");
    await walletDialog(page).open();
    const entries = walletDialog(page).popular;
    await entries.filter({ hasText: "Rainbow 2" }).locator("img").waitFor();
    expect(await entries.count()).to.equal(9);
    const received = site()
      .service.requests.filter(({ pathname }) => pathname === path)
      .at(-1);
    expect(received?.searchParams.get("entries")).to.equal("9");
    expect(received?.searchParams.get("recommendedIds")?.split(",")).to.have.lengthOf(9);
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

  it("[S1.11] [S2.8] shows the chosen wallet's code on a computer, and its desktop app if it has one", async () => {
    const page = await open();
    await page.goto("/");
    await walletDialog(page).open();
    await walletDialog(page).popular.filter({ hasText: "Ledger Live" }).click();
    const dialog = page.getByRole("dialog", { name: "Ledger Live" });
    await walletDialog(page).code.waitFor();
    const link = dialog.getByRole("link", { name: "Open Ledger Live on this computer" });
    expect(await link.getAttribute("href")).to.match(/^ledgerlive:\/\/wc\?uri=wc%3A/);
    await dialog.getByRole("link", { name: "Get Ledger Live" }).waitFor();
  });

  it("[S7.21] [S7.22] [S7.23] searches all wallets, lists none twice across pages, and names an injected wallet by its flag", async () => {
    const all = Array.from({ length: 30 }, (_, n) => listing(`w${n}`, `Wallet ${n}`));
    site().service.answers.set("/w3m/v1/getAllListings", ({ searchParams }) => {
      const search = searchParams.get("search") ?? "";
      const found = all.filter(({ name }) => name.includes(search));
      const first = (Number(searchParams.get("page")) - 1) * Number(searchParams.get("entries"));
      const listings = found.slice(first, first + Number(searchParams.get("entries")));
      return { listings, total: found.length };
    });
    const marked = { ...listing("rabbit", "Rabbit"), injected: [{ injected_id: "isRabbit" }] };
    site().service.answers.set("/w3m/v1/getInjectedListings", () => ({ listings: [marked] }));
    const page = await open();
    await page.addInitScript(() => Object.assign(window, { ethereum: { isRabbit: true } }));
    await page.goto("/");
    await walletDialog(page).open();
    await walletDialog(page).entry("Rabbit").waitFor();
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
    await page.getByText("No wallet matches “Nobody”.").waitFor();
    const received = site().service.requests.filter(({ pathname }) =>
      /getAllListings/.test(pathname),
    );
    expect(received.at(0)?.searchParams.get("excludedIds")?.split(",")).to.have.lengthOf(9);
  });

  it("[S9.12] shows the nine known wallets and a notice while the directory is down", async () => {
    site().service.answers.set("/w3m/v1/getDesktopListings", () => ({}));
    site().service.answers.set("/w3m/v1/getAllListings", () => ({}));
    site().service.status = 403;
    const page = await open();
    await page.goto("/");
    await walletDialog(page).open();
    expect(await walletDialog(page).popular.count()).to.equal(9);
    await page.getByRole("button", { name: "All wallets" }).click();
    await page.getByText("The wallet directory is unavailable.").waitFor();
    const entries = page.getByRole("list", { name: "All wallets" }).getByRole("button");
    expect(await entries.count()).to.equal(9);
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
