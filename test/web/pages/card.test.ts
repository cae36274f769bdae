import { expect } from "chai";
import type { Page } from "playwright-core";
import { delayResponses, describeDrifter, drawn, serveStory } from "../../support/answers.ts";
import { drifterPage } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

describe("the drifter card", () => {
  const { open, visit } = enterSharedWorld();

  it("[S2.35] [S2.36] [S2.46] shows the drifter's name as a heading, and its small portrait with the name as alternative text", async () => {
    const page = await visit("/drifter/7");
    const { name: heading, traits } = drifterPage(page);
    await traits.first().waitFor();
    const { name } = await page.evaluate(() =>
      fetch("/drifters/metadata/7.json").then((response) => response.json()),
    );
    expect(await heading.innerText()).to.equal(name);
    const portrait = page.getByRole("img", { name, exact: true });
    expect(await portrait.getAttribute("src")).to.equal("/drifters/images/7.jpg");
    await page.waitForFunction(() => {
      const image = document.querySelector("img");
      return image?.complete && image.naturalWidth > 0;
    });
  });

  it("[S2.37] opens the full-size image in a new tab", async () => {
    const page = await visit("/drifter/7");
    await drifterPage(page).traits.first().waitFor();
    const portrait = page.getByRole("main").getByRole("link").first();
    const [tab] = await Promise.all([page.context().waitForEvent("page"), portrait.click()]);
    await tab.waitForURL("/drifters/images/full/7.jpg");
    expect(await tab.evaluate(() => window.opener)).to.equal(null);
    expect(new URL(page.url()).pathname).to.equal("/drifter/7");
  });

  it("[S2.37] takes the URL of the full-size image from the metadata", async () => {
    const page = await visitDescribed({ name: "Ilse", image: "https://art.example/7.png" });
    const portrait = page
      .getByRole("link")
      .filter({ has: page.getByRole("img", { name: "Ilse" }) });
    expect(await portrait.getAttribute("href")).to.equal("https://art.example/7.png");
    expect(await portrait.getAttribute("target")).to.equal("_blank");
    expect(await portrait.getAttribute("rel")).to.contain("noopener");
  });

  it("[S2.38] [S2.40] lists each attribute as trait // value, of any type, in the metadata's order", async () => {
    const page = await visitDescribed({
      name: "Ilse",
      image: "/7.jpg",
      attributes: [
        { trait_type: "Sky", value: "Two-coloured" },
        { trait_type: "Age", value: 41 },
        { trait_type: "Debts", value: 0 },
        { trait_type: "Alone", value: false },
        { trait_type: "Burden", value: "Kettle" },
        { trait_type: "Burden", value: "Kite" },
        { trait_type: "Burden", value: "Kite" },
      ],
    });
    expect(await drifterPage(page).traits.allInnerTexts()).to.deep.equal([
      "Sky // Two-coloured",
      "Age // 41",
      "Debts // 0",
      "Alone // false",
      "Burden // Kettle",
      "Burden // Kite",
      "Burden // Kite",
    ]);
  });

  it("[S2.39] highlights the // in another colour", async () => {
    const page = await visit("/drifter/7");
    const trait = drifterPage(page).traits.first();
    await trait.waitFor();
    const colours = await trait
      .locator("*")
      .evaluateAll((parts) =>
        parts.map((part) => ({ text: part.textContent, colour: getComputedStyle(part).color })),
      );
    const separator = colours.find(({ text }) => text === "//");
    const others = colours.filter(({ text }) => text !== "//");
    expect(others).to.have.lengthOf(2);
    expect(others.map(({ colour }) => colour)).not.to.include(separator?.colour);
  });

  describe("when the metadata fails to load", () => {
    it("[S2.41] [S2.42] [S8.1] says that the drifter was not found when the network fails", async () => {
      const page = await open();
      await page.route("/drifters/metadata/7.json", (route) => route.abort());
      await page.goto("/drifter/7");
      await page.getByText("Drifter #7 not found.", { exact: true }).waitFor();
      expect(await drifterPage(page).traits.count()).to.equal(0);
    });

    it("[S2.41] says that a drifter that does not exist was not found, until another one is chosen", async () => {
      const page = await visit("/drifter/9999");
      await page.getByText("Drifter #9999 not found.", { exact: true }).waitFor();
      await drifterPage(page).selector.fill("7");
      await drifterPage(page).traits.first().waitFor();
      expect(await page.getByText("not found").count()).to.equal(0);
    });

    it("says that a minted drifter is being prepared, and shows it as soon as it is ready", async () => {
      const page = await open();
      let isReady = false;
      await page.route("/drifters/metadata/7.json", (route) =>
        isReady ? route.fallback() : route.fulfill({ status: 404 }),
      );
      await page.goto("/drifter/7");
      await page.getByText("Drifter #7 not found.").waitFor();
      await page.getByText("Drifter 7 is minted. Its portrait is being prepared…").waitFor();
      isReady = true;
      await drifterPage(page).traits.first().waitFor();
    });

    it("[S2.43] keeps the selector and the story on the page", async () => {
      const page = await open();
      await page.route("/drifters/metadata/7.json", (route) => route.fulfill({ status: 404 }));
      await serveStory(page, "7", "Still *told*.");
      await page.goto("/drifter/7");
      await page.getByText("Drifter #7 not found.").waitFor();
      expect(await drifterPage(page).selector.inputValue()).to.equal("7");
      await page.getByRole("region", { name: "Story" }).getByText("Still told.").waitFor();
    });
  });

  describe("when another drifter is chosen", () => {
    it("[S2.44] shows nothing of the first drifter while the second loads", async () => {
      const page = await open();
      await describeDrifter(page, "7", {
        name: "Ilse",
        image: "/7.jpg",
        attributes: [{ trait_type: "Sky", value: "Pale" }],
      });
      await serveStory(page, "7", "The story of Ilse.");
      const releaseMetadata = await delayResponses(page, "/drifters/metadata/8.json");
      const releaseStory = await delayResponses(page, "/api/narrative/8");
      await page.goto("/drifter/7");
      await page.getByText("The story of Ilse.").waitFor();

      const request = page.waitForRequest("/drifters/metadata/8.json");
      await drifterPage(page).selector.fill("8");
      await request;
      await drawn(page);
      const shown = await page.getByRole("main").innerHTML();
      expect(shown).not.to.match(/Ilse|Pale|images\/7/);
      releaseMetadata();
      releaseStory();
      await drifterPage(page).traits.first().waitFor();
    });

    it("[S2.44] keeps showing the second drifter when the first one's responses arrive late", async () => {
      const page = await open();
      await describeDrifter(page, "7", { name: "Ilse" });
      await serveStory(page, "7", "The story of Ilse.");
      const releaseMetadata = await delayResponses(page, "/drifters/metadata/7.json");
      const releaseStory = await delayResponses(page, "/api/narrative/7");
      await describeDrifter(page, "8", { name: "Oduya" });
      await serveStory(page, "8", "The story of Oduya.");
      await page.goto("/drifter/7");
      await drifterPage(page).selector.fill("8");
      await page.getByText("The story of Oduya.").waitFor();

      releaseMetadata();
      releaseStory();
      // After this round trip, the responses released before it have arrived too.
      await page.evaluate(() => fetch("/favicon.svg").then((response) => response.text()));
      await drawn(page);
      expect(await drifterPage(page).name.innerText()).to.equal("Oduya");
      await page.getByText("The story of Oduya.").waitFor();
      expect(await page.getByText("Ilse").count()).to.equal(0);
    });
  });

  describe("when the metadata is incomplete", () => {
    const incomplete: Record<string, object> = {
      "no attributes": { name: "Ilse", image: "/7.jpg" },
      "no image": { name: "Ilse", attributes: [{ trait_type: "Sky", value: "Pale" }] },
    };
    for (const [fault, metadata] of Object.entries(incomplete)) {
      it(`[S2.45] still shows the card with ${fault}`, async () => {
        const page = await visitDescribed(metadata);
        expect(await drifterPage(page).name.innerText()).to.equal("Ilse");
        await page.getByRole("img", { name: "Ilse" }).waitFor();
      });
    }
  });

  async function visitDescribed(metadata: object): Promise<Page> {
    const page = await open();
    await describeDrifter(page, "7", metadata);
    await page.goto("/drifter/7");
    await drifterPage(page).name.filter({ hasText: "Ilse" }).waitFor();
    return page;
  }
});
