import { expect } from "chai";
import type { Page } from "playwright-core";
import { drawn } from "../../support/answers.ts";
import { drifterPage } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

describe("the drifter selector", () => {
  const { visit } = enterSharedWorld();

  for (const [path, prefilled] of [
    ["/", ""],
    ["/drifter/7", "7"],
  ] as const) {
    it(`[S2.25] [S2.26] [S2.27] [S2.28] is a focused number input with its placeholder, and contains "${prefilled}" on ${path}`, async () => {
      const page = await visit(path);
      const { selector } = drifterPage(page);
      await selector.and(page.locator(":focus")).waitFor();
      expect(await selector.getAttribute("type")).to.equal("number");
      expect(await selector.getAttribute("placeholder")).to.equal("Drifter ID");
      expect(await selector.inputValue()).to.equal(prefilled);
    });
  }

  describe("when its value changes", () => {
    it("[S2.29] [S2.30] [S2.31] navigates to that drifter on each change, and home when it is emptied", async () => {
      const page = await visit("/");
      await type(page, "1");
      await page.waitForURL("/drifter/1");
      await type(page, "2");
      await page.waitForURL("/drifter/12");
      await page.keyboard.press("Backspace");
      await page.waitForURL("/drifter/1");
      await page.keyboard.press("Backspace");
      await page.waitForURL("/");
      await page.getByText("Past the last charted well").waitFor();
    });

    it("[S2.32] [S2.33] accepts typing that starts on home, without losing focus or order", async () => {
      const page = await visit("/");
      const { selector, name } = drifterPage(page);
      await type(page, "123");
      await page.waitForURL("/drifter/123");
      await name.filter({ hasText: "Drifter #123 not found." }).waitFor();
      expect(await selector.inputValue()).to.equal("123");
      await selector.and(page.locator(":focus")).waitFor();
    });

    it("[S2.33] keeps the caret's position when home changes to a drifter", async () => {
      const page = await visit("/");
      const { selector } = drifterPage(page);
      await type(page, "3");
      await page.waitForURL("/drifter/3");
      await page.keyboard.press("ArrowLeft");
      await type(page, "21");
      await page.waitForURL("/drifter/213");
      expect(await selector.inputValue()).to.equal("213");
    });

    it("ignores arrow keys, the wheel and minus signs", async () => {
      const page = await visit("/drifter/2");
      const { selector } = drifterPage(page);
      await selector.and(page.locator(":focus")).waitFor();
      for (const key of ["ArrowDown", "ArrowUp", "ArrowUp", "-"]) await page.keyboard.press(key);
      expect(await selector.inputValue()).to.equal("2");
      await selector.hover();
      await page.mouse.wheel(0, 100);
      await drawn(page);
      expect(await selector.inputValue()).to.equal("2");
      await selector.fill("-5");
      await page.waitForURL("/drifter/5");
      expect(await selector.inputValue()).to.equal("5");
    });

    it("adds one entry to the browser's history for a number typed without a pause", async () => {
      const page = await visit("/");
      const { selector } = drifterPage(page);
      await type(page, "124");
      await page.waitForURL("/drifter/124");
      await page.goBack();
      await page.waitForURL("/");
      await drawn(page);
      expect(await selector.inputValue()).to.equal("");
    });

    it("[S2.34] follows the browser back and forward", async () => {
      const page = await visit("/");
      const { selector } = drifterPage(page);
      await type(page, "12");
      await page.waitForURL("/drifter/12");
      await page.goBack();
      await page.waitForURL("/");
      await drawn(page);
      expect(await selector.inputValue()).to.equal("");
      await page.goForward();
      await page.waitForURL("/drifter/12");
      await drawn(page);
      expect(await selector.inputValue()).to.equal("12");
    });
  });

  describe("when the value needs cleaning", () => {
    it("[S5.2] strips leading zeros, whether pasted or typed", async () => {
      const page = await visit("/");
      const { selector } = drifterPage(page);
      await selector.fill("007");
      await page.waitForURL("/drifter/7");
      expect(await selector.inputValue()).to.equal("7");
      await selector.fill("");
      await page.waitForURL("/");
      await type(page, "0012");
      await page.waitForURL("/drifter/12");
      expect(await selector.inputValue()).to.equal("12");
    });

    it("[S5.3] treats 000 as empty and navigates home", async () => {
      const page = await visit("/drifter/7");
      await drifterPage(page).selector.fill("000");
      await page.waitForURL("/");
      await page.getByText("Past the last charted well").waitFor();
    });

    it("[S5.4] navigates home while the text is not yet a number, such as 1e", async () => {
      const page = await visit("/");
      await type(page, "1");
      await page.waitForURL("/drifter/1");
      await type(page, "e");
      await page.waitForURL("/");
      await page.getByText("Past the last charted well").waitFor();
    });

    it("[S5.4] uses 1.5 and 1e3 literally, and finds no such drifter", async () => {
      const page = await visit("/");
      const { selector, name } = drifterPage(page);
      for (const odd of ["1.5", "1e3"]) {
        await selector.fill("");
        await page.waitForURL("/");
        await type(page, odd);
        await page.waitForURL(`/drifter/${odd}`);
        await name.filter({ hasText: `Drifter #${odd} not found.` }).waitFor();
        expect(await selector.inputValue()).to.equal(odd);
      }
    });
  });
});

/** Types into the focused element, without a click. */
async function type(page: Page, keys: string): Promise<void> {
  await drifterPage(page).selector.and(page.locator(":focus")).waitFor();
  await page.keyboard.type(keys);
}
