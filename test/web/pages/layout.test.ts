import { expect } from "chai";
import type { Locator, Page } from "playwright-core";
import { focusable } from "../../support/web/focusable.ts";
import { drifterPage } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const headerLinks = ["A Drifters", "A Stories"];
const footerLinks = ["A Drifters", "A Stories", "A Mint", "A Help", "A About", "A Licenses"];

describe("the app's layout", () => {
  const { visit } = enterSharedWorld();

  it("[S2.1] [S1.8] [S2.2] [S2.3] [S2.24] has the title at the left and the wallet button at the right of each page's header, on wide and narrow screens, and a horizontal divider right below; an unknown URL shows “Off the map” and a link home", async () => {
    const page = await visit("/");
    for (const path of ["/", "/drifter/7", "/nowhere/at/all"]) {
      await page.goto(path);
      const header = page.getByRole("banner");
      const title = header.getByRole("link", { name: "Fringe Drifters", exact: true });
      const button = header.getByRole("button", { name: "Connect wallet" });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const { right: titleEnd, left: titleStart } = await edges(title);
        const { left: buttonStart, right: buttonEnd } = await edges(button);
        expect(titleEnd, `${path} at ${width} px`).to.be.at.most(buttonStart);
        expect(buttonStart, `at ${width} px`).to.be.greaterThan(width / 2);
        expect(buttonEnd, `at ${width} px`).to.be.at.most(width);
        // The distances from the left and the right edge are equal.
        expect(width - buttonEnd, `${path} at ${width} px`).to.be.closeTo(titleStart, 2);

        const around = await edges(header);
        const divider = await edges(page.getByRole("separator").first());
        expect(divider.top).to.be.within(around.bottom - 1, around.bottom + 1);
        expect(divider.bottom - divider.top).to.be.lessThan(10);
        expect(divider.right - divider.left).to.be.greaterThan((around.right - around.left) * 0.9);
        const main = await edges(page.getByRole("main"));
        expect(main.top, path).to.be.at.least(divider.bottom);
      }
      await title.click();
      await page.waitForURL("/");
      await drifterPage(page).selector.waitFor();
    }
    await page.goBack();
    await page.getByRole("heading", { name: "Off the map" }).waitFor();
    await page.getByRole("main").getByRole("link").click();
    await page.waitForURL("/");
    await page.getByText("Past the last charted well").waitFor();
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
