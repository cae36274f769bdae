import { expect } from "chai";
import type { Locator, Page } from "playwright-core";
import { listStories } from "../../support/answers.ts";
import { focusable } from "../../support/focusable.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { connect, drifterPage, shortened } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

const headerLinks = ["A Drifters", "A Stories"];
const footerLinks = ["A Drifters", "A Stories", "A Mint", "A About", "A Licences"];
const everyPage = ["/", "/drifter/7", "/nowhere/at/all"];

describe("the app's layout", () => {
  const { open, openWithWallet, visit, visitAs } = enterSharedWorld();

  describe("every page", () => {
    for (const path of everyPage) {
      describe(`such as ${path}`, () => {
        it("[S2.1] [S1.8] [S2.2] [S2.3] has the title at the left and the wallet button at the right of its header, on wide and narrow screens, and a horizontal divider right below", async () => {
          const page = await visit(path);
          const header = page.getByRole("banner");
          const title = header.getByRole("link", { name: "Fringe Drifters", exact: true });
          const button = header.getByRole("button", { name: "Connect wallet" });
          for (const width of [1440, 390]) {
            await page.setViewportSize({ width, height: 800 });
            const { right: titleEnd, left: titleStart } = await edges(title);
            const { left: buttonStart, right: buttonEnd } = await edges(button);
            expect(titleEnd, `at ${width} px`).to.be.at.most(buttonStart);
            expect(buttonStart, `at ${width} px`).to.be.greaterThan(width / 2);
            expect(buttonEnd, `at ${width} px`).to.be.at.most(width);
            // The distances from the left and the right edge are equal.
            expect(width - buttonEnd).to.be.closeTo(titleStart, 2);

            const around = await edges(header);
            const divider = await edges(page.getByRole("separator").first());
            expect(divider.top).to.be.within(around.bottom - 1, around.bottom + 1);
            expect(divider.bottom - divider.top).to.be.lessThan(10);
            expect(divider.right - divider.left).to.be.greaterThan(
              (around.right - around.left) * 0.9,
            );
            const main = await edges(page.getByRole("main"));
            expect(main.top).to.be.at.least(divider.bottom);
          }
          await title.click();
          await page.waitForURL("/");
          await drifterPage(page).selector.waitFor();
        });

        it("[S2.4] [S2.5] opens the wallet dialog with the ways to connect", async () => {
          const { page } = await openWithWallet(2);
          await page.goto(path);
          await page.getByRole("button", { name: "Connect wallet" }).click();
          const dialog = page.getByRole("dialog", { name: "Connect wallet" });
          await dialog.getByRole("button", { name: "Test Wallet" }).waitFor();
        });
      });
    }

    it("[S2.24] shows “Off the map” and a link home for an unknown URL", async () => {
      const page = await visit("/nowhere/at/all");
      await page.getByRole("heading", { name: "Off the map" }).waitFor();
      await page.getByRole("main").getByRole("link").click();
      await page.waitForURL("/");
      await page.getByText("Past the last charted well").waitFor();
    });

    it("[S1.13] has only the specified controls, and links to other pages, on the home page", async () => {
      const page = await open();
      await listStories(page, ["7"]);
      await page.goto("/");
      await page.getByText("Explore these drifters and their stories!").waitFor();
      expect(await pressable(page)).to.deep.equal([
        "A Fringe Drifters",
        ...headerLinks,
        "BUTTON Connect wallet",
        "INPUT number",
        "A 7",
        ...footerLinks,
      ]);
    });

    it("[S1.13] has only the specified controls, and links to other pages, on a drifter's page", async () => {
      const page = await visit("/drifter/7");
      await drifterPage(page).traits.first().waitFor();
      const others = page.getByRole("navigation", { name: "Other drifters" });
      await others.evaluate((element) => element.remove());
      expect(await pressable(page)).to.deep.equal([
        "A Fringe Drifters",
        ...headerLinks,
        "BUTTON Connect wallet",
        "INPUT number",
        "A (a picture)",
        ...footerLinks,
      ]);
    });
  });

  describe("the wallet button", () => {
    it("[S3.9] shows whether a wallet is disconnected, connecting, connected or reconnecting, and its account", async () => {
      const { page, wallet } = await openWithWallet(2);
      await page.goto("/");
      const header = page.getByRole("banner");
      await header.getByText("Connect wallet").click();
      const resumeConnecting = wallet.pause();
      await page.getByRole("dialog").getByRole("button", { name: "Test Wallet" }).click();
      await header.getByText("Connecting…").waitFor();
      resumeConnecting();
      await header.getByRole("button", { name: shortened(2) }).waitFor();

      const resumeReconnecting = wallet.pause();
      await page.reload();
      await header.getByText("Reconnecting…").click();
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
      resumeReconnecting();
      await page.getByRole("dialog", { name: "Your wallet" }).waitFor();
      await header.getByText(shortened(2)).waitFor();
    });
  });

  describe("the wallet dialog", () => {
    it("[S2.6] shows the address, the wallet and Disconnect when a wallet is connected", async () => {
      const { page } = await visitAs(2, "/");
      await page.getByRole("button", { name: shortened(2) }).click();
      const dialog = page.getByRole("dialog", { name: "Your wallet" });
      await dialog.getByText(hardhatAccount(2).address).waitFor();
      await dialog.getByText("Test Wallet").waitFor();
      await dialog.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
    });

    it("[S2.9] offers to switch the network when the wallet is on another one", async () => {
      const { page, wallet } = await visitAs(2, "/");
      await wallet.selectChain(1);
      await page.getByRole("button", { name: /Wrong network/ }).click();
      const dialog = page.getByRole("dialog", { name: "Wrong network" });
      await dialog.getByText("on network 1.").waitFor();
      await dialog.getByRole("button", { name: "Switch network" }).click();
      await page.getByRole("button", { name: shortened(2), exact: true }).waitFor();
    });

    it("[S1.11] offers WalletConnect, and explains that it is unavailable without a project id", async () => {
      const { page } = await openWithWallet(2);
      await page.goto("/drifter/7");
      const faults: Error[] = [];
      page.on("pageerror", (fault) => faults.push(fault));
      await page.getByRole("button", { name: "Connect wallet" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /WalletConnect/ }).click();
      await dialog.getByText(/no project id/).waitFor();
      // The page and the other ways to connect still work.
      await dialog.getByRole("button", { name: "Close" }).click();
      await connect(page);
      await page.getByRole("button", { name: shortened(2) }).waitFor();
      expect(faults).to.deep.equal([]);
    });

    describe("the URL flag w3mPreferInjected", () => {
      it("[S2.10] makes the button connect the browser's wallet directly (?w3mPreferInjected)", async () => {
        const { page } = await openWithWallet(2);
        await page.goto("/drifter/7?w3mPreferInjected");
        await page.getByRole("button", { name: "Connect wallet" }).click();
        await page.getByRole("button", { name: shortened(2) }).waitFor();
        expect(await page.getByRole("dialog").count()).to.equal(0);
      });

      it("[S2.11] still shows the ways to connect when the browser has no wallet", async () => {
        const page = await visit("/?w3mPreferInjected");
        await page.getByRole("button", { name: "Connect wallet" }).click();
        await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
      });
    });

    it("[S2.12] is required for connecting without the dialog", async () => {
      const { page, wallet } = await openWithWallet(2);
      await page.goto("/?prefer=w3mPreferInjected");
      await page.getByRole("button", { name: "Connect wallet" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Test Wallet" }).waitFor();
      const prompts = wallet.requests.filter(({ method }) => /request/i.test(method));
      expect(prompts).to.deep.equal([]);
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
    });
  });
});

/** Returns all controls of the page, of any element type. */
function pressable(page: Page): Promise<string[]> {
  return page.locator(focusable).evaluateAll((controls) =>
    controls.map((control) => {
      const words = control.textContent.trim() || (control.querySelector("img") && "(a picture)");
      return `${control.tagName} ${words || control.getAttribute("type")}`;
    }),
  );
}

async function edges(element: Locator) {
  await element.waitFor();
  const box = await element.boundingBox();
  if (!box) throw new Error("The element takes no room on the page.");
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}
