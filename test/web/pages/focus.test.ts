import { expect } from "chai";
import type { Locator } from "playwright-core";
import { listen } from "../../support/web/announcements.ts";
import { serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

/** Announcements whose duration depends on the wallet or service; the tests ignore them. */
const progress = ["Your wallet is asking for your signature.", "Saving…"];

describe("the editor, used with a keyboard and a screen reader,", () => {
  const { openWithWallet } = enterSharedWorld();

  /** Opens the editor of drifter 7 as its owner, account 2, with the keyboard. */
  async function write() {
    const { page, wallet, story } = await openWithWallet(2, { wasConnected: true });
    const listened = await listen(page);
    const heard = async () => (await listened()).filter((words) => !progress.includes(words));
    await serveStory(page, "7", undefined);
    await page.goto("/drifter/7");
    await story.write.press("Enter");
    await hasFocus(story.text);
    await page.keyboard.insertText("She kept one lamp lit.");
    await heard();
    return { page, wallet, heard, ...story };
  }

  it("moves the focus to Sign after a rejected signature, to Save after a signature and a failed save, and to “edit” after a save, and announces each outcome once", async () => {
    const { page, wallet, heard, sign, save, edit, section } = await write();
    wallet.rejectNext();
    await sign.press("Enter");
    await section.getByText("Nothing was signed.").waitFor();
    await hasFocus(sign);
    expect(await heard()).to.deep.equal(["You rejected the request. Nothing was signed."]);

    await page.keyboard.press("Enter");
    await hasFocus(save);
    expect(await heard()).to.deep.equal(["Signed. Press Save to publish."]);

    await page.route(
      "/api/narrative/7",
      (route) => route.fulfill({ status: 503, json: { status: 503, code: "chain.unavailable" } }),
      { times: 1 },
    );
    await page.keyboard.press("Enter");
    const alert = await section.getByRole("alert").innerText();
    await hasFocus(save);
    expect(await heard()).to.deep.equal([alert]);

    await page.route("/api/narrative/7", (route) =>
      route.fulfill({ json: route.request().postDataJSON() }),
    );
    await page.keyboard.press("Enter");
    await hasFocus(edit);
    expect(await heard()).to.deep.equal(["Published."]);
  });
});

async function hasFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(":focus")).waitFor();
}
