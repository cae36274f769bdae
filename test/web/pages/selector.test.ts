import { expect } from "chai";
import type { Page } from "playwright-core";
import { lore } from "../../support/web/lore.ts";
import { tokenPage } from "../../support/web/page.ts";
import { drawn } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

describe("drifter selector", () => {
  const { open, visit } = enterSharedWorld();

  for (const width of [390, 768, 1280]) {
    it(`is above the portrait or beside it, and covers no text, at ${width} px`, async () => {
      const page = await open({ viewport: { width, height: 720 } });
      for (const [path, text] of [
        ["/", lore],
        ["/drifter/7", /^Drifter #7$/],
        ["/drifter/9999", /^Drifter #9999 not found\.$/],
      ] as const) {
        await page.goto(path);
        const below = page.locator(":is(p, h1)").filter({ hasText: text });
        const box = (await below.boundingBox()) ?? expect.fail();
        const field = (await tokenPage(page).selector.boundingBox()) ?? expect.fail();
        const textEnd = await below.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().right;
        });
        const isBelow = box.y >= field.y + field.height;
        expect(isBelow || textEnd < field.x, path).to.equal(true);
      }
    });
  }

  it("[S2.25] [S2.26] [S2.27] [S2.28] [S2.29] [S2.30] [S2.31] [S2.32] [S2.33] [S2.34] [S5.4] focuses a number input that navigates on each change, and follows back and forward", async () => {
    const page = await visit("/drifter/3");
    const { selector, name } = tokenPage(page);
    await selector.and(page.locator(":focus")).waitFor();
    expect(await selector.getAttribute("type")).to.equal("number");
    expect(await selector.getAttribute("placeholder")).to.equal("Drifter ID");
    expect(await selector.inputValue()).to.equal("3");
    await page.goto("/");
    await type(page, "3");
    await page.waitForURL("/drifter/3");
    await page.keyboard.press("ArrowLeft");
    await type(page, "12");
    await page.waitForURL("/drifter/123");
    await name.filter({ hasText: "Drifter #123 not found." }).waitFor();
    expect(await selector.inputValue()).to.equal("123");
    await page.keyboard.press("Backspace");
    await page.waitForURL("/drifter/13");
    await page.keyboard.press("Backspace");
    await page.waitForURL("/drifter/3");
    await page.keyboard.press("Delete");
    await page.waitForURL("/");
    await type(page, "123");
    await page.waitForURL("/drifter/123");
    expect(await selector.inputValue()).to.equal("123");
    await page.goBack();
    await page.waitForURL("/");
    await drawn(page);
    expect(await selector.inputValue()).to.equal("");
    await page.goForward();
    await page.waitForURL("/drifter/123");
    await drawn(page);
    expect(await selector.inputValue()).to.equal("123");
    await type(page, "e");
    await page.waitForURL("/");
  });
});

/** Types into the focused element, without a click. */
async function type(page: Page, keys: string): Promise<void> {
  await tokenPage(page).selector.and(page.locator(":focus")).waitFor();
  await page.keyboard.type(keys);
}
