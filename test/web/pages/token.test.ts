import { expect } from "chai";
import { tokenPage } from "../../support/web/page.ts";
import { serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

describe("drifter page", () => {
  const { open } = enterSharedWorld();

  it("[S2.22] [S2.35] [S2.36] [S2.37] [S2.39] [S2.46] shows selector, card and story in order, and opens the full-size portrait in a new tab", async () => {
    const page = await open();
    await serveStory(page, "7", "She kept **one** lamp lit.");
    await page.goto("/drifter/7");
    const { selector, name: heading, traits } = tokenPage(page);
    const story = page.getByRole("region", { name: "Story" });
    await story.getByText("She kept one lamp lit.").waitFor();
    await traits.first().waitFor();
    const tops = await selector
      .or(heading)
      .or(story)
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(tops).to.have.lengthOf(3);
    expect(tops).to.deep.equal(tops.toSorted((a, b) => a - b));

    const name = await heading.innerText();
    const portrait = page.getByRole("img", { name, exact: true });
    expect(await portrait.getAttribute("src")).to.equal("/drifters/images/7.jpg");
    await page.waitForFunction(() => {
      const image = document.querySelector("img");
      return image?.complete && image.naturalWidth > 0;
    });
    const parts = await traits
      .first()
      .locator(":not(:has(*))")
      .evaluateAll((all) =>
        all.map((part) => ({ text: part.textContent, color: getComputedStyle(part).color })),
      );
    const separator = parts.find(({ text }) => text === "//");
    const links = parts.filter(({ text }) => text !== "//");
    expect(links).to.have.lengthOf(2);
    expect(links.map(({ color }) => color)).not.to.include(separator?.color);

    const [tab] = await Promise.all([page.context().waitForEvent("page"), portrait.click()]);
    await tab.waitForURL("/drifters/images/full/7.jpg");
    expect(await tab.evaluate(() => window.opener)).to.equal(null);
    expect(new URL(page.url()).pathname).to.equal("/drifter/7");
  });

  it("shows the portrait, all traits and the start of the story within a laptop's window", async () => {
    const page = await open();
    const height = 720;
    await page.setViewportSize({ width: 1_280, height });
    const first = "The Flats want a bell, for fog. There is no fog here. ".repeat(3).trim();
    await serveStory(page, "7", `## Foundry log\n\n*For P. Stoneloom*\n\n${first}\n\nNo fog.`);
    await page.goto("/drifter/7");
    const { traits } = tokenPage(page);
    const story = page.getByText(first);
    // The card and the story replace placeholders.
    await traits.last().waitFor();
    await story.waitFor();
    for (const part of [page.locator(".card__frame > a .portrait"), traits.last(), story]) {
      const box = (await part.boundingBox()) ?? expect.fail();
      expect(box.y + box.height, await part.innerText()).to.be.at.most(height);
    }
  });
});
