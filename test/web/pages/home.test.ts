import { expect } from "chai";
import type { Page } from "playwright-core";
import { delayResponses, drawn, listStories, nextLoggedError } from "../../support/web/answers.ts";
import { drifterPage } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

describe("the home page", () => {
  const { open, visit } = enterSharedWorld();

  it("[S2.13] [S2.14] [S2.15] [S1.6] has an empty selector and describes the collection in one paragraph", async () => {
    const page = await visit("/");
    expect(await drifterPage(page).selector.inputValue()).to.equal("");
    const lore = page.getByRole("main").getByRole("paragraph").first();
    expect(await lore.evaluate(({ tagName }) => tagName)).to.equal("P");
    expect(await lore.innerText()).to.match(/the Fringe.*drifters/s);
  });

  describe("when the list of stories has loaded", () => {
    const listed = ["12", "7", "101"];
    async function visitHome(): Promise<Page> {
      const page = await open();
      await listStories(page, listed);
      await page.goto("/");
      return page;
    }

    it("[S2.16] [S2.17] says what to explore, and lists the drifters' ids in the order received", async () => {
      const page = await visitHome();
      await heading(page).waitFor();
      expect(
        await page.getByText("Explore these drifters and their stories!", { exact: true }).count(),
      ).to.equal(1);
      expect(await page.locator("main ul > li").allInnerTexts()).to.deep.equal(listed);
    });

    it("[S2.18] links each id to its drifter", async () => {
      const page = await visitHome();
      for (const drifterId of listed) {
        const named = { name: `Drifter ${drifterId}`, exact: true };
        const link = page.getByRole("listitem").getByRole("link", named);
        expect(await link.getAttribute("href")).to.equal(`/drifter/${drifterId}`);
      }
      await page.getByRole("link", { name: "Drifter 7", exact: true }).click();
      await page.waitForURL("/drifter/7");
      await drifterPage(page).traits.first().waitFor();
    });
  });

  it("[S2.19] shows neither the list nor its heading before the list has loaded", async () => {
    const page = await open();
    await listStories(page, ["7"]);
    const release = await delayResponses(page, "/api/narrative");
    await page.goto("/");
    await page.getByText("Past the last charted well").waitFor();
    expect(await heading(page).count()).to.equal(0);
    expect(await page.getByRole("list").count()).to.equal(0);
    release();
    await page.getByRole("listitem").waitFor();
    await heading(page).waitFor();
  });

  describe("when the list of stories fails to load", () => {
    it("[S2.20] [S8.3] shows neither list nor heading, logs an error, and keeps working", async () => {
      const page = await open();
      await page.route("/api/narrative", (route) => route.abort());
      const logged = nextLoggedError(page);
      await page.goto("/");
      expect((await logged)[0]).to.equal("Error fetching narratives:");
      await drawn(page);
      expect(await heading(page).count()).to.equal(0);
      expect(await page.getByRole("list").count()).to.equal(0);

      await page.getByText("Past the last charted well").waitFor();
      await drifterPage(page).selector.fill("7");
      await drifterPage(page).traits.first().waitFor();
    });
  });
});

describe("the home page with two thousand stories", () => {
  const { open } = enterSharedWorld();
  const drifterIds = Array.from({ length: 2_000 }, (_, index) => String(index + 1));

  it("restores its scroll position when a reader returns to it", async () => {
    const page = await open({ viewport: { width: 390, height: 500 } });
    await listStories(page, drifterIds);
    await page.goto("/");
    const far = page.locator("main ul > li > a").nth(1_500);
    await far.scrollIntoViewIfNeeded();
    await drawn(page);
    const { y: before = 0 } = (await far.boundingBox()) ?? {};
    await far.click();
    await page.waitForURL("/drifter/1501");
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
