import { expect } from "chai";
import { requestedOrigins, walletDialog } from "../../support/web/walletDialog.ts";
import { enterWalletConnectSite } from "./walletConnectSite.ts";

describe("wallet dialog with a project ID", () => {
  const { site, open } = enterWalletConnectSite();

  it("[D6] requests no external host before it is opened, and connects to the relay only for a code", async () => {
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
});
