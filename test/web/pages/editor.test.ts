import { expect } from "chai";
import type { Locator, Page, Route } from "playwright-core";
import { hexToString } from "viem";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { lanHost } from "../../../scripts/lab/browser/chromium.ts";
import { drawn, nextLoggedError, serveStory } from "../../support/answers.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { connect } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

// Account 2 owns drifters 1 to 9. Tests that save to the service use 5, 6 and 8.
const owner = hardhatAccount(2).address;
const story = "# Ash on the water\n\nShe kept **one** lamp lit.";

describe("the editor", () => {
  const { openWithWallet, world } = enterSharedWorld();

  /** Opens the editor as the owner of a drifter with this story, or without one. */
  async function openEditor({
    drifterId = "7",
    narrative,
    tag,
  }: {
    drifterId?: string;
    narrative?: string;
    tag?: string;
  } = {}) {
    const { page, wallet, story } = await openWithWallet(2, { wasConnected: true });
    await serveStory(page, drifterId, narrative, tag);
    await page.goto(`/drifter/${drifterId}`);
    await (narrative === undefined ? story.write : story.edit).click();
    await story.text.waitFor();
    return { page, wallet, ...story };
  }

  describe("when editing is cancelled", () => {
    it("[S4.16] [S4.15] shows the previous story, and discards message and signature", async () => {
      const { page, section, text, sign, save, cancel, edit } = await openEditor({
        narrative: story,
      });
      await text.fill("Something else.");
      await sign.click();
      await isEnabled(save);
      await cancel.click();
      await section.getByText("As the owner, you can edit this.", { exact: true }).waitFor();
      await section.getByRole("heading", { name: "Ash on the water" }).waitFor();
      expect(await section.getByText("Something else.").count()).to.equal(0);

      await edit.click();
      await text.waitFor();
      await drawn(page);
      expect(await text.inputValue()).to.equal(story);
      expect(await sign.isDisabled()).to.equal(true);
      expect(await save.isDisabled()).to.equal(true);
    });

    it("[S4.16] shows the invitation to write again if there was no story", async () => {
      const { section, text, cancel } = await openEditor();
      await text.fill("Something.");
      await cancel.click();
      await section
        .getByText("As the owner of this Drifter, you can write their story.", { exact: true })
        .waitFor();
    });
  });

  describe("when the text changes", () => {
    it("[S4.17] [S4.18] [S4.19] signs the latest of many quick changes, keeps the signature, reports that it no longer matches, and can discard it", async () => {
      const { section, text, sign, save, wallet } = await openEditor();
      const message =
        "I own Drifter 7 and I am posting 150b6ebbd95e89c48fb0a8c285394ec0219193d636213e00e2f6560051324256";
      await text.pressSequentially("The dust remembers.");
      await section.getByText(message, { exact: true }).waitFor();
      await sign.click();
      await isEnabled(save);
      expect(wallet.signed).to.deep.equal([message]);
      const stale = section.getByText("the signature no longer matches");
      expect(await stale.count()).to.equal(0);

      await text.fill("Signed, then changed.");
      await stale.waitFor();
      expect(await save.isEnabled()).to.equal(true);
      expect(await sign.isDisabled()).to.equal(true);

      await text.fill("The dust remembers.");
      await stale.waitFor({ state: "detached" });
      expect(await save.isEnabled()).to.equal(true);

      await text.fill("Signed, then changed again.");
      await section.getByRole("button", { name: "Discard signature" }).click();
      await isEnabled(sign);
      expect(await save.isDisabled()).to.equal(true);
    });

    it("[S4.17] [S4.26] reports that the signature does not match a text changed while the wallet was signing", async () => {
      const { section, text, sign, save, wallet } = await openEditor();
      await text.fill("Before.");
      const answer = wallet.pause();
      await sign.click();
      await section.getByText("Your wallet is asking for your signature.").waitFor();
      await text.fill("After.");
      answer();
      await isEnabled(save);
      expect(wallet.signed).to.deep.equal([narrativeMessage("7", "Before.")]);
      await section.getByText("the signature no longer matches").waitFor();
    });
  });

  describe("when the text is signed", () => {
    it("[S4.20] [S4.21] [S4.19] [S4.23] [S4.22] [S8.5] requests one personal signature of the message text per press, and leaves Save disabled and Sign enabled after a rejection", async () => {
      const { section, text, sign, save, wallet } = await openEditor();
      await text.fill("Ünsigned 🏜️");
      await isEnabled(sign);
      expect(await save.isDisabled()).to.equal(true);
      wallet.rejectNext();
      await sign.click();
      await section.getByText("Nothing was signed.").waitFor();
      await isEnabled(sign);
      expect(await save.isDisabled()).to.equal(true);
      expect(await text.inputValue()).to.equal("Ünsigned 🏜️");
      expect(wallet.signed).to.deep.equal([]);
      await sign.click();
      await isEnabled(save);
      expect(await sign.isDisabled()).to.equal(true);

      const received = wallet.requests.filter(({ method }) => /sign/i.test(method));
      expect(received).to.have.lengthOf(2);
      for (const { method, params } of received) {
        expect(method).to.equal("personal_sign");
        const [message, address] = params;
        // Safety: a value that is not hex makes the test fail here.
        expect(hexToString(message as `0x${string}`)).to.equal(narrativeMessage("7", "Ünsigned 🏜️"));
        expect(String(address).toLowerCase()).to.equal(owner.toLowerCase());
      }
    });
  });

  describe("when the story is saved", () => {
    it("[S4.24] [S3.5] [S3.6] [S4.25] [S8.6] posts text, message and signature, and shows the stored story; when the network fails, it logs the error, keeps the text, says what to do, and can save again", async () => {
      const { page, wallet, alert, section, text, sign, save, edit } = await openEditor();
      let isFailing = true;
      const stored = { drifterId: "7", narrative: "As the *service* keeps it." };
      await answerSaves(page, (route) =>
        isFailing ? route.abort() : route.fulfill({ json: stored }),
      );
      await text.fill("As I wrote it.");
      await sign.click();
      const logged = nextLoggedError(page);
      await save.click();
      await alert.waitFor();
      expect(await alert.innerText()).to.match(/press Save again/i);
      expect(await logged).not.to.be.empty;
      expect(await text.inputValue()).to.equal("As I wrote it.");

      isFailing = false;
      const [request] = await Promise.all([page.waitForRequest(isSave), save.click()]);
      await section.locator("em", { hasText: "service" }).waitFor();
      await section.getByText("As the owner, you can edit this.").waitFor();
      expect(await section.getByText("As I wrote it.").count()).to.equal(0);
      expect(await text.count()).to.equal(0);

      const body = request.postDataJSON();
      expect(body).to.have.all.keys("drifterId", "narrative", "signedMessage", "signature");
      expect(body).to.include({
        drifterId: "7",
        narrative: "As I wrote it.",
        signedMessage: wallet.signed[0],
      });
      expect(body.signature).to.equal(
        await hardhatAccount(2).signMessage({ message: body.signedMessage }),
      );
      expect(request.headers()["content-type"]).to.equal("application/json");

      await edit.click();
      expect(await text.inputValue()).to.equal("As the *service* keeps it.");
      expect(await sign.isDisabled()).to.equal(true);
      expect(await save.isDisabled()).to.equal(true);
    });

    it("[S4.26] sends a text changed after signing with the old signature, which the service rejects", async () => {
      const { page, wallet, alert, section, text, sign, save } = await openEditor({
        drifterId: "6",
      });
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
      const stored = await fetch(`${world().apiUrl}/api/narrative/6`);
      expect(stored.status).to.equal(404);
    });

    it("[S5.16] [S4.24] signs and saves a story of 200 kB", async () => {
      const { section, text, sign, save, edit } = await openEditor({ drifterId: "8" });
      const narrative = `${"Dust, dust, dust. ".repeat(12_000)}The end.`;
      await text.fill(narrative);
      await sign.click();
      await save.click();
      await edit.waitFor();
      await section.getByText("The end.").waitFor();
      const stored = await fetch(`${world().apiUrl}/api/narrative/8`);
      // Safety: the service returns a revision; the API tests check its shape.
      expect(((await stored.json()) as { narrative: string }).narrative).to.equal(narrative);
    });

    it("[S4.24] says that the operator hides the story from readers only if the operator does", async () => {
      const { page, section, text, sign, save, edit } = await openEditor();
      const hidden = section.getByText(
        "Your story is saved, but the operator of this site hides it from readers.",
        { exact: true },
      );
      let headers: Record<string, string> = { "Story-Visibility": "hidden" };
      await answerSaves(page, (route) =>
        route.fulfill({ headers, json: route.request().postDataJSON() }),
      );
      await text.fill("Only I read this.");
      await sign.click();
      await save.click();
      await hidden.waitFor();
      await section.getByText("As the owner, you can edit this.").waitFor();
      expect(await page.getByRole("region", { name: "Revisions", exact: true }).count()).to.equal(
        0,
      );

      headers = {};
      await edit.click();
      await text.fill("Everybody reads this.");
      await sign.click();
      await save.click();
      await section.getByText("As the owner, you can edit this.").waitFor();
      await drawn(page);
      expect(await hidden.count()).to.equal(0);
    });

    it("[S4.16] says after Cancel that the story is still being published, until the service responds", async () => {
      const { page, section, text, sign, save, cancel } = await openEditor();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await answerSaves(page, async (route) => {
        await released;
        await route.fulfill({ json: route.request().postDataJSON() });
      });
      await text.fill("Slowly told.");
      await sign.click();
      await save.click();
      await section.getByText("Saving…").waitFor();
      await cancel.click();
      await section.getByText("Still being published…").waitFor();
      release();
      await section.getByText("Published.", { exact: true }).waitFor();
      await section.getByText("Slowly told.").waitFor();
    });

    it("replaces only the version that was loaded, and shows a comparison with a newer version first", async () => {
      const { page, section, text, sign, save, alert, edit } = await openEditor({
        narrative: "She kept one lamp lit.",
        tag: '"1-a"',
      });
      const tags: (string | undefined)[] = [];
      await answerSaves(page, (route) => {
        tags.push(route.request().headers()["if-match"]);
        return tags.length === 1
          ? route.fulfill({ status: 412, json: { status: 412, code: "revision.mismatch" } })
          : route.fulfill({ json: route.request().postDataJSON() });
      });
      await serveStory(page, "7", "She kept two lamps lit.", '"2-b"');
      await text.fill("She kept no lamp lit.");
      await sign.click();
      await save.click();
      await alert.getByText("A newer version was published. Compare before publishing.").waitFor();
      const changes = section.getByRole("region", { name: "What publishing would change" });
      await changes.locator("del", { hasText: "two lamps" }).waitFor();
      expect(await text.inputValue()).to.equal("She kept no lamp lit.");
      await save.click();
      await edit.waitFor();
      expect(tags).to.deep.equal(['"1-a"', '"2-b"']);
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

function answerSaves(page: Page, answer: (route: Route) => Promise<unknown>): Promise<unknown> {
  return page.route("/api/narrative/*", (route) =>
    isSave(route.request()) ? answer(route) : route.fallback(),
  );
}

/** Resolves once the button is enabled. */
async function isEnabled(button: Locator): Promise<void> {
  await button.and(button.page().locator(":enabled")).waitFor();
}
