import { expect } from "chai";
import type { Locator } from "playwright-core";
import { listen } from "../../support/announcements.ts";
import { tellStory } from "../../support/answers.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

/** How long these stand there depends on who is asked. */
const progress = ["Your wallet is asking for your signature.", "Saving…"];

describe("a writer with a keyboard and a screen reader", () => {
  const { openWithWallet } = enterSharedWorld();

  /** The editor of drifter 7 as its owner, account 2, has opened it by the keyboard. */
  async function write() {
    const { page, wallet, story } = await openWithWallet(2, { wasConnected: true });
    const listened = await listen(page);
    const heard = async () => (await listened()).filter((words) => !progress.includes(words));
    await tellStory(page, "7", undefined);
    await page.goto("/drifter/7");
    await story.write.press("Enter");
    await hasFocus(story.text);
    await page.keyboard.insertText("She kept one lamp lit.");
    await heard();
    return { page, wallet, heard, ...story };
  }

  it("has the focus on Sign after a rejected signature, on Save after a signature and after a failed save, and on “edit” after a save, and hears each outcome once", async () => {
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

  it("has the focus on “write” after Cancel and hears once that the draft is kept, and in the text when continuing it", async () => {
    const { page, heard, cancel, section, text } = await write();
    const invitation = section.getByRole("link", { name: "write", exact: true });
    await cancel.press("Enter");
    await hasFocus(invitation);
    expect(await heard()).to.deep.equal(["Draft kept. Continue writing"]);
    await page.keyboard.press("Enter");
    await hasFocus(text);
    await section.getByRole("button", { name: /^Continue your draft/ }).press("Enter");
    await hasFocus(text);
    expect(await text.inputValue()).to.equal("She kept one lamp lit.");
  });

  it("keeps the focus in the text when the wallet answers while they type", async () => {
    const { wallet, sign, save, text } = await write();
    const answer = wallet.pause();
    await sign.press("Enter");
    await text.focus();
    answer();
    await save.and(text.page().locator(":enabled")).waitFor();
    await hasFocus(text);
  });
});

async function hasFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(":focus")).waitFor();
}
