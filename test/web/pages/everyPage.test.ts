import { expect } from "chai";
import type { Page } from "playwright-core";
import { type PageName, pageList } from "#protocol/pages";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { publishNarratives } from "../../../scripts/world/scenarios/publishStories.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { maxShift, openSlowly, overflowsOf, shiftOf } from "../../support/web/layout.ts";
import { drifterPage, storySection } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";
import type { TestPageOptions } from "../../support/web/testPages.ts";

/** An address of each page, and what it shows once it has loaded. */
const examples: Record<PageName, { path: string; text: string }> = {
  home: { path: "/", text: "Explore these drifters" },
  drifter: { path: "/drifter/7", text: "She kept one lamp lit" },
  gallery: { path: "/drifters?hasStory=true", text: "1 drifter" },
  owner: { path: `/owner/${hardhatAccount(2).address.toLowerCase()}`, text: "Owns 9 drifters" },
  stories: { path: "/stories?query=lamp", text: "She kept" },
  help: { path: "/help", text: "Stay safe" },
  about: { path: "/about", text: "OpenAPI description" },
  mint: { path: "/mint", text: "Why can't I mint?" },
  phases: { path: "/phases", text: "Draft the phases" },
};

const otherAddresses = [
  { path: "/drifter/8", text: "//" },
  { path: "/drifter/9999", text: "Drifter #9999 not found." },
  { path: "/drifter/1.5", text: "Drifter #1.5 not found." },
];

const narrative = `# Ash on the water

She kept one lamp lit for [Drifter 8](/drifter/8), *see* [the well](https://well.example/). ~~Not two.~~[^1]

> Nobody came.

| Lamps | Lit |
| - | - |
| 3 | 1 |

- [x] told
- \`salt\`

![Here](/drifters/images/7.jpg) ![Elsewhere](https://elsewhere.example/dust.jpg)

[^1]: Counted twice.
`;

describe("every page", () => {
  const { open: openTab, world } = enterSharedWorld();
  let site: Awaited<ReturnType<typeof serveProduction>>;
  before("serve a site with a story", async () => {
    site = await serveProduction(world());
    await publishNarratives({ ...world(), ...site, stories: [{ drifterId: "7", narrative }] });
  });
  after(() => site?.close());
  const open = (options: TestPageOptions = {}) => openTab({ url: site.webUrl, ...options });

  for (const { name, path: pattern, isRendered } of pageList) {
    const { path, text } = examples[name];
    const hydrates = isRendered ? ", hydrates without removed elements or uncached requests" : "";

    it(`${pattern} loads slowly without a shift or a message in the console${hydrates}, is accessible in both color schemes and fits all screens`, async () => {
      const page = await openSlowly(open, { width: 390, height: 844 });
      const messages = recordMessages(page);
      const expectHydrated = await watchHydration(page);
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      expect(await shiftOf(page), "layout shift").to.be.at.most(maxShift);
      if (isRendered) await expectHydrated();
      expect(await violationsInBothSchemes(page), "axe").to.deep.equal([]);
      expect(await overflowsOf(page), "width").to.deep.equal([]);
      expect(messages, "console").to.deep.equal([]);
    });
  }

  it("a drifter without a story, and drifters that do not exist, are accessible, and hydrate without a message in the console, removed elements or uncached requests", async () => {
    const page = await open();
    const messages = recordMessages(page);
    const expectHydrated = await watchHydration(page);
    for (const { path, text } of otherAddresses) {
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      await expectHydrated();
      expect(await violationsInBothSchemes(page), path).to.deep.equal([]);
      expect(messages, path).to.deep.equal([]);
    }
  });

  describe("without scripts", () => {
    it("leads from home to a drifter's name, portrait, traits and story, with its links and author, and says which drifter does not exist", async () => {
      const page = await open({ javaScriptEnabled: false });
      await page.goto("/");
      await page.getByRole("link", { name: /^Drifter 7/ }).click();
      const { name, traits } = drifterPage(page);
      const { section } = storySection(page);
      await section.waitFor();
      expect(await page.title()).to.equal(`${await name.innerText()} · Fringe Drifters`);
      expect(await traits.count()).to.be.above(2);
      const portrait = page.getByRole("article").getByRole("img").first();
      const width = await portrait.evaluate((image: HTMLImageElement) => image.naturalWidth);
      expect(width).to.be.above(0);
      expect(await section.getByRole("heading").first().innerText()).to.equal("Ash on the water");
      expect(await section.getByRole("cell").allInnerTexts()).to.deep.equal(["3", "1"]);
      const links = section.getByRole("link");
      expect(await links.first().getAttribute("href")).to.equal("/drifter/8");
      expect(await page.getByText(/^Written by 0x/).innerText()).to.match(/, \d+ \w+ \d{4}$/);
      expect(await page.getByText("needs JavaScript").count()).to.equal(0);
      const connect = page.getByRole("button", { name: "Connect wallet" });
      expect(await connect.isVisible()).to.equal(false);
      await page.goto("/drifter/9999");
      await page.getByRole("heading", { name: "Drifter #9999 not found." }).waitFor();
    });

    it("finds drifters and stories, and leads to who wrote them", async () => {
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
});

/** Records requests and removed elements; the returned function fails if the page did not hydrate as rendered. */
async function watchHydration(page: Page): Promise<() => Promise<void>> {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.addInitScript(recordRemovals);
  return async () => {
    // The dialog opens once the page has hydrated.
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("dialog").waitFor();
    // nginx caches those for neighbors.
    const uncached = /^\/api\/(?!drifters\/\d+\/neighbors$)/;
    expect(
      requested.splice(0).filter((each) => uncached.test(each)),
      "requests",
    ).to.deep.equal([]);
    expect(await page.evaluate("window.removed"), "removed").to.deep.equal([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  };
}

/** Messages of the page; not Chromium's own lines about responses. */
function recordMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on("pageerror", (error) => messages.push(error.message));
  page.on("console", (message) => {
    if (!message.text().startsWith("Failed to load resource")) messages.push(message.text());
  });
  return messages;
}

/** Runs in the page: collects the elements that are removed from the server's markup. */
function recordRemovals(): void {
  const removed: string[] = [];
  Object.assign(window, { removed });
  new MutationObserver((changes) => {
    for (const { removedNodes, target } of changes) {
      if (!(target instanceof Element) || target.closest("#root") === null) continue;
      for (const node of removedNodes) if (node instanceof Element) removed.push(node.outerHTML);
    }
  }).observe(document, { childList: true, subtree: true });
}
