import { expect } from "chai";
import type { Locator, Page, Route } from "playwright-core";
import { hexToString } from "viem";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { lanHost } from "../../../scripts/lab/service/chromium.ts";
import { listen } from "../../support/web/announcements.ts";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { connect } from "../../support/web/page.ts";
import { nextLoggedError, serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

// Account 2 owns drifters 1 to 9. Tests that save to the service use 5 and 6.
const owner = hardhatAccount(2).address;

/** Announcements whose duration depends on the wallet or service; the tests ignore them. */
const progress = ["Your wallet is asking for your signature.", "Saving…"];

describe("the editor", () => {
  const { openWithWallet, world } = enterSharedWorld();

  /** Opens the editor as the owner of a drifter without a story, with the keyboard. */
  async function openEditor(drifterId = "7") {
    const { page, wallet, story } = await openWithWallet(2, { wasConnected: true });
    const listened = await listen(page);
    const heard = async () => (await listened()).filter((words) => !progress.includes(words));
    await serveStory(page, drifterId, undefined);
    await page.goto(`/drifter/${drifterId}`);
    await story.write.press("Enter");
    await hasFocus(story.text);
    return { page, wallet, heard, ...story };
  }

  describe("when the story is saved", () => {
    it("[S4.20] [S4.21] [S4.19] [S4.23] [S4.22] [S8.5] [S4.24] [S3.5] [S3.6] [S4.25] [S8.6] requests one personal signature per press, leaves Save disabled and Sign enabled after a rejection, posts text, message and signature, and shows the stored story; when the network fails, it logs the error, keeps the text, says what to do, and can save again; beside a long story, its start, its outcome and “edit” are in view; the keyboard's focus moves to the next step, and each outcome is announced once", async () => {
      const { page, wallet, heard, alert, section, text, sign, save, edit } = await openEditor();
      let isFailing = true;
      const narrative = `As the *service* keeps it.${"\n\nOne more line.".repeat(90)}`;
      const stored = { drifterId: "7", narrative };
      await respondToSaves(page, (route) =>
        isFailing ? route.abort() : route.fulfill({ json: stored }),
      );
      await page.keyboard.insertText("Ünsigned 🏜️");
      await isEnabled(sign);
      expect(await save.isDisabled()).to.equal(true);
      await heard();
      wallet.rejectNext();
      await sign.press("Enter");
      await section.getByText("Nothing was signed.").waitFor();
      await hasFocus(sign);
      expect(await heard()).to.deep.equal(["You rejected the request. Nothing was signed."]);
      expect(await save.isDisabled()).to.equal(true);
      expect(await text.inputValue()).to.equal("Ünsigned 🏜️");
      expect(wallet.signed).to.deep.equal([]);
      await page.keyboard.press("Enter");
      await hasFocus(save);
      expect(await heard()).to.deep.equal(["Signed. Press Save to publish."]);
      expect(await sign.isDisabled()).to.equal(true);
      expect(await accessibilityFaults(page), "signed").to.deep.equal([]);
      const received = wallet.requests.filter(({ method }) => /sign/i.test(method));
      expect(received).to.have.lengthOf(2);
      for (const { method, params } of received) {
        expect(method).to.equal("personal_sign");
        const [message, address] = params;
        // Safety: a value that is not hex makes the test fail here.
        expect(hexToString(message as `0x${string}`)).to.equal(narrativeMessage("7", "Ünsigned 🏜️"));
        expect(String(address).toLowerCase()).to.equal(owner.toLowerCase());
      }

      const logged = nextLoggedError(page);
      await page.keyboard.press("Enter");
      await alert.waitFor();
      await hasFocus(save);
      const failure = await alert.innerText();
      expect(failure).to.match(/press Save again/i);
      expect(await heard()).to.deep.equal([failure]);
      expect(await logged).not.to.be.empty;
      expect(await text.inputValue()).to.equal("Ünsigned 🏜️");

      isFailing = false;
      const [request] = await Promise.all([
        page.waitForRequest(isSave),
        page.keyboard.press("Enter"),
      ]);
      await section.locator("em", { hasText: "service" }).waitFor();
      await hasFocus(edit);
      expect(await heard()).to.deep.equal(["Published."]);
      for (const shown of [edit, section.getByText("Published."), section.locator("em")]) {
        const { y } = (await shown.boundingBox()) ?? expect.fail();
        expect(y).to.be.within(0, 700);
      }
      await section.getByText("As the owner, you can edit this.").waitFor();
      expect(await section.getByText("Ünsigned").count()).to.equal(0);
      expect(await text.count()).to.equal(0);

      const body = request.postDataJSON();
      expect(body).to.have.all.keys("drifterId", "narrative", "signedMessage", "signature");
      expect(body).to.include({
        drifterId: "7",
        narrative: "Ünsigned 🏜️",
        signedMessage: wallet.signed[0],
      });
      expect(body.signature).to.equal(
        await hardhatAccount(2).signMessage({ message: body.signedMessage }),
      );
      expect(request.headers()["content-type"]).to.equal("application/json");

      await edit.click();
      expect(await text.inputValue()).to.equal(narrative);
      expect(await sign.isDisabled()).to.equal(true);
      expect(await save.isDisabled()).to.equal(true);
    });

    it("[S4.18] [S4.25] [S4.26] [S8.6] sends a text changed after signing with the old signature, which the service rejects, keeps the text, and signs it again", async () => {
      const { page, wallet, alert, section, text, sign, save, edit } = await openEditor("6");
      await text.fill("Signed.");
      await sign.click();
      await isEnabled(save);
      await text.fill("Signed, then changed.");
      await section.getByText("the signature no longer matches").waitFor();

      const [response] = await Promise.all([
        page.waitForResponse((candidate) => isSave(candidate.request())),
        save.click(),
      ]);
      expect(response.request().postDataJSON()).to.include({
        narrative: "Signed, then changed.",
        signedMessage: wallet.signed[0],
      });
      expect(response.status()).to.equal(422);
      await alert.filter({ hasText: "Discard the signature, sign again" }).waitFor();
      expect(await accessibilityFaults(page), "changed and rejected").to.deep.equal([]);
      const stored = await fetch(`${world().apiUrl}/api/narrative/6`);
      expect(stored.status).to.equal(404);
      expect(await text.inputValue()).to.equal("Signed, then changed.");

      await section.getByRole("button", { name: "Discard signature" }).click();
      await sign.click();
      await save.click();
      await edit.waitFor();
      await section.getByText("Signed, then changed.").waitFor();
    });
  });

  describe("on a plain HTTP address in a local network", () => {
    it("[S5.8] signs and saves without the browser's Web Crypto API", async () => {
      const lan = new URL(world().webUrl);
      lan.hostname = lanHost;
      const { page, story } = await openWithWallet(2, { baseURL: lan.origin });
      const { write, text, sign, save, edit } = story;
      await page.goto("/drifter/5");
      await connect(page);
      await write.click();
      expect(new URL(page.url()).origin).to.equal(lan.origin);
      expect(await page.evaluate(() => window.isSecureContext)).to.equal(false);
      expect(await page.evaluate(() => typeof crypto.subtle)).to.equal("undefined");
      await text.fill("Told over the wire between two tents.");
      await sign.click();
      await save.click();
      await edit.waitFor();
      const stored = await fetch(`${world().apiUrl}/api/narrative/5`);
      expect(stored.status).to.equal(200);
    });
  });
});

function isSave(request: { method(): string; url(): string }): boolean {
  return request.method() === "POST" && request.url().includes("/api/narrative/");
}

function respondToSaves(page: Page, respond: (route: Route) => Promise<unknown>): Promise<unknown> {
  return page.route("/api/narrative/*", (route) =>
    isSave(route.request()) ? respond(route) : route.fallback(),
  );
}

/** Resolves once the button is enabled. */
async function isEnabled(button: Locator): Promise<void> {
  await button.and(button.page().locator(":enabled")).waitFor();
}

async function hasFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(":focus")).waitFor();
}
