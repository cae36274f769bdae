import { expect } from "chai";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { shorten, storySection } from "../../support/web/page.ts";
import { walletDialog } from "../../support/web/walletDialog.ts";
import { enterWalletConnectSite, scanCode } from "./walletConnectSite.ts";

// Account 2 owns drifter 8.
describe("remote wallet", () => {
  const { site, open, phone: startPhone } = enterWalletConnectSite();

  it("[D8] [S1.9] [S1.11] [S4.39] pairs by a link, connects with a new code, signs a story, and ends the session", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    const phone = await startPhone(2);
    const { code } = walletDialog(page);
    await page.goto("/drifter/8");
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /WalletConnect/ })
      .click();
    await code.waitFor();
    const first = await scanCode(page);
    await page.getByRole("dialog").getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).to.match(/^wc:[0-9a-f]{64}@2\?.*relay-protocol=irn/);
    expect(copied).to.equal(first);
    await (await phone.scan(first)).reject();
    await page.getByText("You rejected the request.").waitFor();
    await page.getByRole("button", { name: "New code" }).click();
    await code.waitFor();
    const second = await scanCode(page);
    expect(second).not.to.equal(first);
    await (await phone.scan(second)).approve();
    const connected = page.getByRole("button", { name: shorten(2) });
    await connected.waitFor();

    await page.reload();
    await connected.waitFor();
    const story = storySection(page);
    await story.write.click();
    await story.text.fill("Signed a room away.");
    await story.sign.click();
    await story.save.click();
    const owns = page.getByText("As the owner, you can edit this.");
    await owns.waitFor();
    expect(phone.requests).to.deep.equal(["personal_sign"]);
    const saved = await fetch(`${site().url}/api/narrative/8`);
    expect(await saved.json()).to.include({ author: hardhatAccount(2).address });

    await connected.click();
    const account = page.getByRole("dialog", { name: "Your wallet" });
    await account.getByText(hardhatAccount(2).address).waitFor();
    await account.getByText("WalletConnect").waitFor();
    await page.keyboard.press("Escape");
    await account.waitFor({ state: "hidden" });
    await phone.disconnect();
    await page.getByRole("button", { name: "Connect wallet" }).waitFor();
    await page.getByText("Your wallet ended the connection.").waitFor();
    await owns.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Connect again" }).click();
    await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
  });
});
