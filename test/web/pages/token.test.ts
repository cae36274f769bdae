import { expect } from "chai";
import { toFunctionSelector } from "viem";
import { tokenPage } from "../../support/web/page.ts";
import {
  delayResponses,
  describeToken,
  drawn,
  routeOwnerOf,
  serveStory,
} from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

describe("a drifter's page", () => {
  const { open, openWithWallet, world } = enterSharedWorld();

  it("[S2.22] [S2.35] [S2.36] [S2.37] [S2.39] [S2.46] shows selector, card and story in this order, with a highlighted //, and opens the full-size portrait in a new tab", async () => {
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
      .locator("*")
      .evaluateAll((all) =>
        all.map((part) => ({ text: part.textContent, color: getComputedStyle(part).color })),
      );
    const separator = parts.find(({ text }) => text === "//");
    const others = parts.filter(({ text }) => text !== "//");
    expect(others).to.have.lengthOf(2);
    expect(others.map(({ color }) => color)).not.to.include(separator?.color);

    const [tab] = await Promise.all([page.context().waitForEvent("page"), portrait.click()]);
    await tab.waitForURL("/drifters/images/full/7.jpg");
    expect(await tab.evaluate(() => window.opener)).to.equal(null);
    expect(new URL(page.url()).pathname).to.equal("/drifter/7");
  });

  it("[S2.44] [S4.32] shows nothing of the first drifter while the second loads, and does not invite the first one's owner to write the second, neither during nor after the read of its owner", async () => {
    const { page } = await openWithWallet(2, { wasConnected: true });
    await describeToken(page, "7", {
      name: "Ilse",
      image: "/7.jpg",
      attributes: [{ trait_type: "Sky", value: "Pale" }],
    });
    await serveStory(page, "7", "The story of Ilse.");
    const release = await Promise.all(
      ["/drifters/metadata/10.json", "/api/narrative/10"].map((path) => delayResponses(page, path)),
    );
    await page.goto("/drifter/7");
    await page.getByText("The story of Ilse.").waitFor();
    await page.getByText("As the owner, you can edit this.").waitFor();

    const { promise: released, resolve: releaseOwner } = Promise.withResolvers<void>();
    await routeOwnerOf(page, world(), async (route) => {
      await released;
      await route.fallback();
    });
    const request = page.waitForRequest("/drifters/metadata/10.json");
    await tokenPage(page).selector.fill("10");
    await request;
    await drawn(page);
    const shown = await page.getByRole("main").innerHTML();
    expect(shown).not.to.match(/Ilse|Pale|images\/7|As the owner/);
    const story = page.waitForResponse("/api/narrative/10");
    for (const each of release) each();
    await tokenPage(page).traits.first().waitFor();
    await story;
    await drawn(page);
    expect(await page.getByText("As the owner").count(), "owner unknown").to.equal(0);
    const ownerOf = toFunctionSelector("ownerOf(uint256)").slice(2);
    const read = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes(ownerOf)),
    );
    releaseOwner();
    await read;
    await drawn(page);
    expect(await page.getByText("As the owner").count(), "another's").to.equal(0);
  });
});
