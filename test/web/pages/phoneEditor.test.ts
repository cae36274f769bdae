import { expect } from "chai";
import type { Locator } from "playwright-core";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { drawn, serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

// Account 2 owns drifter 7; no test here saves a story.
const owner = 2;
const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1}.`).join("\n");

describe("editor on a phone", () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isDisposable: true };
  const { openWithWallet } = enterSharedWorld(phone);

  async function openEditor() {
    const opened = await openWithWallet(owner, { wasConnected: true });
    const { page, story } = opened;
    await serveStory(page, "7", undefined);
    await page.goto("/drifter/7");
    await story.write.click();
    await story.text.and(page.locator(":focus")).waitFor();
    return opened;
  }

  /** Expects the complete element to be visible. */
  async function expectInView(shown: Locator): Promise<void> {
    await shown.waitFor();
    const page = shown.page();
    await drawn(page);
    const { y, height } = (await shown.boundingBox()) ?? expect.fail();
    const window = page.viewportSize() ?? expect.fail();
    expect(y, await shown.innerText()).to.be.at.least(0);
    expect(y + height, await shown.innerText()).to.be.at.most(window.height);
  }

  it("shows each outcome of Sign and Save on screen, and highlights the next step", async () => {
    const { page, wallet, story } = await openEditor();
    const { section, text, sign, save } = story;
    const notice = (text: string) => section.locator(".notice").filter({ hasText: text });
    await text.fill(lines);
    await page.evaluate(() => window.scrollTo(0, 0));
    wallet.rejectNext();
    await sign.click();
    await expectInView(notice("You rejected the request."));
    await sign.and(page.locator(".button--primary")).click();
    await expectInView(notice("Signed. Press Save to publish."));
    await page.route("/api/narrative/7", (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await save.and(page.locator(".button--primary")).click();
    await expectInView(notice("your story may or may not have been saved"));
    await text.pressSequentially("!");
    await expectInView(notice("The text has changed since you signed it"));
    expect(await accessibilityFaults(page)).to.deep.equal([]);
  });

  it("opens at its start, with the draft to continue, from the link below a long story", async () => {
    const { page, story } = await openWithWallet(owner, { wasConnected: true });
    await serveStory(page, "7", lines.replaceAll("\n", "\n\n"));
    await page.goto("/drifter/7");
    await story.edit.click();
    await story.text.fill("A draft to find again.");
    await story.section.getByText("Draft saved").waitFor();
    await page.reload();
    await story.edit.click();
    await story.text.and(page.locator(":focus")).waitFor();
    await expectInView(story.section.getByRole("button", { name: "Continue your draft of" }));
  });

  it("reports that the network is down and nothing was saved, until it is back", async () => {
    const { page, story } = await openEditor();
    const { section, text, sign, save } = story;
    const offline = section.getByText("Offline. Your draft is kept here; sign and save when");
    const lost = section.getByText(
      "You're offline, so nothing was saved. Your draft is kept here.",
    );
    await text.fill(lines);
    await sign.click();
    await section.getByText("Signed. Press Save to publish.").waitFor();
    await page.context().setOffline(true);
    await expectInView(offline);
    await save.click();
    await expectInView(lost);
    await page.context().setOffline(false);
    await expectInView(section.getByText("Signed. Press Save to publish."));
    expect(await lost.or(offline).count()).to.equal(0);
  });

  it("grows with the text, and never covers the caret's line above a keyboard", async () => {
    const { page, story } = await openEditor();
    const { text, section } = story;
    await page.setViewportSize({ width: 390, height: 500 });
    await text.fill(lines);
    await text.press("Control+End");
    for (const typed of ["Enter", "Enter", "x", "Control+Home", "ArrowDown", "y"]) {
      await text.press(typed);
      await drawn(page);
      const caret = await caretOf(text);
      const toolbar = await section.getByRole("group", { name: "Format" }).boundingBox();
      const bar = await section.locator(".editor__bar").boundingBox();
      expect(caret.top, typed).to.be.at.least((toolbar?.y ?? 0) + (toolbar?.height ?? 0) - 1);
      expect(caret.bottom, typed).to.be.at.most((bar?.y ?? 0) + 1);
    }
    expect(await text.evaluate((area) => area.scrollHeight - area.clientHeight)).to.be.at.most(1);
  });

  it("grows with a draft continued behind the preview, in browsers without field-sizing", async () => {
    const { page, story } = await openEditor();
    const { section, text, cancel, write } = story;
    await text.fill(lines);
    await cancel.click();
    await page.addInitScript(() => {
      CSS.supports = () => false;
    });
    await page.reload();
    await write.click();
    await text.evaluate((area) => area.style.setProperty("field-sizing", "fixed"));
    await section.getByRole("tab", { name: "Preview" }).click();
    await section.getByRole("button", { name: "Continue" }).click();
    await section.locator(".story").getByText("Line 40.").waitFor();
    await section.getByRole("tab", { name: "Write" }).click();
    expect(await text.inputValue()).to.equal(lines);
    expect(await text.evaluate((area) => area.scrollHeight - area.clientHeight)).to.be.at.most(1);
  });

  it("shows text and preview as tabs that arrow keys switch", async () => {
    const { page, story } = await openEditor();
    const { section, text } = story;
    await text.fill("One *lamp* lit.");
    const [write, preview] = ["Write", "Preview"].map((name) => section.getByRole("tab", { name }));
    expect(await section.locator("em").count()).to.equal(0);
    await write?.press("ArrowRight");
    await preview?.and(page.locator("[aria-selected=true]:focus")).waitFor();
    await section.getByRole("tabpanel", { name: "Preview" }).locator("em").waitFor();
    expect(await text.count()).to.equal(0);
    expect(await accessibilityFaults(page)).to.deep.equal([]);
    await preview?.press("ArrowLeft");
    expect(await text.inputValue()).to.equal("One *lamp* lit.");
  });

  it("renders fields at 16 px or more, so that iOS does not zoom in", async () => {
    const { page, story } = await openEditor();
    const fields = ["/drifters", "/stories", "/mint", "/phases"];
    const sizes = () =>
      page
        .locator("input:not([type=checkbox]), select, textarea")
        .evaluateAll((all) =>
          all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
        );
    expect(await story.text.count()).to.equal(1);
    const found = await sizes();
    for (const path of fields) {
      await page.goto(path);
      await page.locator("main :is(input, select)").first().waitFor();
      found.push(...(await sizes()));
    }
    expect(found.length).to.be.at.least(6);
    expect(Math.min(...found)).to.be.at.least(16);
  });

  it("prompts before the page closes only while the browser cannot save the text", async () => {
    const { page, story } = await openEditor();
    const asks = async () =>
      page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await story.text.fill("Kept.");
    expect(await asks()).to.equal(false);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("Full", "QuotaExceededError");
      };
    });
    await story.text.fill("Not kept.");
    expect(await asks()).to.equal(true);
    await expectInView(story.section.getByText("Your browser doesn't keep this draft."));
    await story.cancel.click();
    expect(await asks()).to.equal(false);
  });
});

/** Returns the vertical position of the caret's line, measured with a copy of the text up to the caret. */
function caretOf(text: Locator): Promise<{ top: number; bottom: number }> {
  return text.evaluate((area) => {
    const { value, selectionStart } = area as HTMLTextAreaElement;
    const style = getComputedStyle(area);
    const lineHeight = Number.parseFloat(style.lineHeight);
    // No line of these texts wraps.
    const line = value.slice(0, selectionStart).split("\n").length - 1;
    const start = area.getBoundingClientRect().top + Number.parseFloat(style.paddingTop);
    const top = start + line * lineHeight - area.scrollTop;
    return { top, bottom: top + lineHeight };
  });
}
