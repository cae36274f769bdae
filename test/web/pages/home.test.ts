import { expect } from "chai";
import type { Page } from "playwright-core";
import { zeroAddress } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { publicUrl } from "../../../scripts/lab/service/productionWorld.ts";
import { lore } from "../../support/web/lore.ts";
import { tokenPage } from "../../support/web/page.ts";
import { delayResponses, drawn, listStories } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

describe("home page", () => {
  const { open } = enterSharedWorld();

  it("[S2.13] [S2.14] [S2.15] [S1.6] [S2.16] [S2.17] [S2.18] [S2.19] renders an empty selector, one paragraph and a link for each ID in the order received", async () => {
    const listed = ["12", "7", "101"];
    const page = await open();
    await listStories(page, listed);
    const release = await delayResponses(page, "/api/narrative");
    await page.goto("/");
    const paragraph = page.getByRole("main").getByRole("paragraph").first();
    await paragraph.filter({ hasText: lore }).waitFor();
    expect(await tokenPage(page).selector.inputValue()).to.equal("");
    expect(await paragraph.evaluate(({ tagName }) => tagName)).to.equal("P");
    expect(await paragraph.innerText()).to.equal(lore);
    expect(await heading(page).count(), "heading before").to.equal(0);
    expect(await page.getByRole("list").count(), "list before").to.equal(0);
    release();
    await page.getByText("Explore these drifters and their stories!", { exact: true }).waitFor();
    expect(await heading(page).count()).to.equal(1);
    expect(await page.locator("main ul > li .stories__id").allInnerTexts()).to.deep.equal(
      listed.map((drifterId) => `#${drifterId}`),
    );
    for (const drifterId of listed) {
      const named = { name: `Drifter #${drifterId}`, exact: true };
      const link = page.getByRole("listitem").getByRole("link", named);
      expect(await link.getAttribute("href")).to.equal(`/drifter/${drifterId}`);
    }
    const canonical = page.locator("link[rel=canonical]");
    const expectAnnounced = (title: string) =>
      page.getByRole("status").filter({ hasText: title }).waitFor({ state: "attached" });
    expect(await canonical.getAttribute("href")).to.equal(`${publicUrl}/`);
    await page.getByRole("link", { name: "Drifter #7", exact: true }).click();
    await page.waitForURL("/drifter/7");
    await tokenPage(page).traits.first().waitFor();
    await expectAnnounced(`${await tokenPage(page).name.innerText()} · ${collectionConfig.name}`);
    expect(await canonical.getAttribute("href")).to.equal(`${publicUrl}/drifter/7`);
    await tokenPage(page).selector.fill("9999");
    await expectAnnounced("Drifter #9999 not found");
  });
});

describe("home page first screen", () => {
  const { open } = enterSharedWorld();
  const started = "There never was a drop of sea on Lighthouse Flats.";

  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    it(`shows a story's image, name and first lines at ${width} × ${height}`, async () => {
      const page = await open({ viewport: { width, height } });
      const story = { drifterId: "7", name: "Mara Saltwell", author: zeroAddress };
      const saved = { savedAt: "2026-01-02T03:04:05.000Z", revision: 1 };
      const excerpt = [
        { text: `${started} ${"And still the light turns. ".repeat(9)}`, isMatch: false },
      ];
      await listStories(page, ["7"]);
      await page.route("/api/narrative?limit=20", (route) =>
        route.fulfill({ json: { stories: [{ ...story, ...saved, excerpt }], next: null } }),
      );
      await page.goto("/");
      const newest = page.getByRole("article");
      const name = newest.getByRole("link", { name: "Mara Saltwell" });
      for (const shown of [newest.locator("img"), name, newest.getByText(started)]) {
        await shown.waitFor();
        const box = (await shown.boundingBox()) ?? expect.fail();
        expect(box.y).to.be.at.least(0);
        expect(box.y + box.height).to.be.at.most(height);
      }
      const tile = page.getByRole("listitem");
      expect(await tile.innerText()).to.match(new RegExp(`7\\n+${started}`));
      // The link must cover the portrait, where users click.
      const face = (await newest.locator("img").boundingBox()) ?? expect.fail();
      await page.mouse.click(face.x + face.width / 2, face.y + face.height / 2);
      await page.waitForURL("/drifter/7");
    });
  }
});

describe("home page with 300 stories", () => {
  const { open } = enterSharedWorld();
  const drifterIds = Array.from({ length: 300 }, (_, index) => String(index + 1));

  it("restores its scroll position when a reader returns to it", async () => {
    const page = await open({ viewport: { width: 390, height: 500 } });
    await listStories(page, drifterIds);
    await page.goto("/");
    const far = page.locator("main ul > li > a").nth(250);
    await far.scrollIntoViewIfNeeded();
    await drawn(page);
    const { y: before = 0 } = (await far.boundingBox()) ?? {};
    await far.click();
    await page.waitForURL("/drifter/251");
    await page.goBack();
    await far.waitFor();
    await drawn(page);
    const { y: after = -1 } = (await far.boundingBox()) ?? {};
    expect(Math.abs(after - before)).to.be.lessThan(5);
  });
});

function heading(page: Page) {
  return page.getByText("Explore these drifters and their stories!");
}
