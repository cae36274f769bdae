import { expect } from "chai";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { publishTales } from "../../../scripts/world/scenarios/publishStories.ts";
import { drifterPage, storySection } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";
import type { TestPageOptions } from "../../support/web/testPages.ts";

const story = `# Ash on the water

She kept **one** lamp lit for [Drifter 8](/drifter/8), see [the well](https://well.example/).[^1]

| Lamps | Lit |
| - | - |
| 3 | 1 |

- [x] told

![Here](/drifters/images/7.jpg) ![Elsewhere](https://elsewhere.example/dust.jpg)

[^1]: Counted twice.
`;

describe("a page that the server has rendered", () => {
  const { open: openTab, world } = enterSharedWorld();
  let site: Awaited<ReturnType<typeof serveProduction>>;
  before("serve a site with a story", async () => {
    site = await serveProduction(world());
    await publishTales({ ...world(), ...site, tales: [{ drifterId: "7", narrative: story }] });
  });
  after(() => site?.close());
  const open = (options: TestPageOptions = {}) => openTab({ url: site.webUrl, ...options });

  describe("without scripts", () => {
    it("shows a drifter's name, portrait, traits and story, with its links and author", async () => {
      const page = await open({ javaScriptEnabled: false });
      await page.goto("/drifter/7");
      const { name, traits } = drifterPage(page);
      expect(await page.title()).to.equal(`${await name.innerText()} · Fringe Drifters`);
      expect(await traits.count()).to.be.above(2);
      const portrait = page.getByRole("article").getByRole("img").first();
      expect(await portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).to.be.above(
        0,
      );
      const { section } = storySection(page);
      expect(await section.getByRole("heading").first().innerText()).to.equal("Ash on the water");
      expect(await section.getByRole("cell").allInnerTexts()).to.deep.equal(["3", "1"]);
      const links = section.getByRole("link");
      expect(await links.first().getAttribute("href")).to.equal("/drifter/8");
      expect(await page.getByText(/^Written by 0x/).innerText()).to.match(/, \d+ \w+ \d{4}$/);
      expect(await page.getByText("needs JavaScript").count()).to.equal(0);
      expect(await page.getByRole("button", { name: "Connect wallet" }).isVisible()).to.equal(
        false,
      );
    });

    it("lists the drifters with stories, and says which drifter does not exist", async () => {
      const page = await open({ javaScriptEnabled: false });
      await page.goto("/");
      await page.getByRole("link", { name: /^Drifter 7/ }).click();
      await storySection(page).section.waitFor();
      await page.goto("/drifter/9999");
      await page.getByRole("heading", { name: "Drifter #9999 not found." }).waitFor();
    });
  });

  it("finds drifters and stories without scripts, and leads to who wrote them", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto("/drifters");
    const main = page.getByRole("main");
    await page.getByRole("searchbox").fill("ash water");
    await page.getByRole("button", { name: "Show" }).click();
    await main.getByText("1 drifter", { exact: true }).waitFor();
    expect(await main.getByRole("link", { name: /^Drifter 7/ }).count()).to.equal(1);
    await page.getByRole("link", { name: "Stories" }).first().click();
    await page.getByRole("searchbox").fill("lamp");
    await page.getByRole("button", { name: "Search" }).click();
    expect(await main.locator("mark").first().innerText()).to.equal("lamp");
    await main.getByRole("link", { name: /^0x/ }).click();
    await main.getByRole("heading", { name: "Owns 9 drifters" }).waitFor();
    expect(await page.title()).to.match(/^Drifters of 0x.* · Fringe Drifters$/);
  });
});
