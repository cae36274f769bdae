import { expect } from "chai";
import type { Locator, Page } from "playwright-core";
import { collectionConfig } from "#collection/collection.config.ts";
import { type PageName, pageList } from "#protocol/wire/pages";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { publishNarratives } from "../../../scripts/world/scenarios/publishStories.ts";
import { voice } from "../../../web/src/page/voice.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { focusable } from "../../support/web/focusable.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { maxShift, openSlowly, overflowsOf, shiftOf } from "../../support/web/layout.ts";
import { lore } from "../../support/web/lore.ts";
import { storySection, tokenPage } from "../../support/web/page.ts";
import { drawn } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";
import type { TestPageOptions } from "../../support/web/testPages.ts";

/** An example path of each page, and a text that it shows once loaded. */
const examples: Record<PageName, { path: string; text: string }> = {
  home: { path: "/", text: "Explore these drifters" },
  token: { path: "/drifter/7", text: "She kept one lamp lit" },
  gallery: { path: "/drifters?hasStory=true", text: "1 drifter" },
  owner: { path: `/owner/${hardhatAccount(2).address.toLowerCase()}`, text: "Owns 9 drifters" },
  stories: { path: "/stories?query=lamp", text: "She kept" },
  map: { path: "/stories/map", text: "Drifter 8" },
  help: { path: "/help", text: "Stay safe" },
  about: { path: "/about", text: "OpenAPI description" },
  mint: { path: "/mint", text: "Why can't I mint?" },
  phases: { path: "/phases", text: "Draft the phases" },
};

const bareToken = "/drifter/8";

const addresses = [
  ...pageList.map(({ name, isRendered }) => ({ ...examples[name], isRendered })),
  { path: bareToken, text: "//", isRendered: true },
  { path: "/drifter/9999", text: "Drifter #9999 not found.", isRendered: true },
  { path: "/nowhere/at/all", text: voice.unknownPage.title, isRendered: false },
];

const headerLinks = ["A Drifters", "A Stories", "A Mint … left"];
const footerLinks = ["A Drifters", "A Stories", "A Mint", "A Help", "A About", "A Licenses"];

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

  it("[S1.8] [S2.1] [S2.2] [S2.3] [S2.24] [S1.13] loads without layout shifts or console messages, passes axe and fits all screens", async () => {
    const page = await openSlowly(open);
    const messages = recordMessages(page);
    const expectHydrated = await watchHydration(page);
    for (const { path, text, isRendered } of addresses) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      expect(await shiftOf(page), `${path}: layout shift`).to.be.at.most(maxShift);
      if (isRendered) await expectHydrated();
      if (path === bareToken) await expectOnlySpecifiedControls(page);
      if (path === examples.gallery.path) await page.getByText("Phases and traits").click();
      await expectHeader(page, path);
      expect(await violationsInBothSchemes(page), `${path}: axe`).to.deep.equal([]);
      await expectHeader(page, path);
      expect(await overflowsOf(page), `${path}: width`).to.deep.equal([]);
      expect(messages, `${path}: console`).to.deep.equal([]);
    }
    await page.getByRole("main").getByRole("link").click();
    await page.waitForURL("/");
    await page.goBack();
    await page.getByRole("heading", { name: voice.unknownPage.title }).waitFor();
    await page.getByRole("link", { name: collectionConfig.name, exact: true }).click();
    await page.getByText(lore).waitFor();
  });

  describe("without scripts", () => {
    it("links from home to a drifter's page, which reports a nonexistent drifter", async () => {
      const page = await open({ javaScriptEnabled: false });
      await page.goto("/");
      await page.getByRole("link", { name: /^Drifter #7/ }).click();
      const { name, traits } = tokenPage(page);
      const { section } = storySection(page);
      await section.waitFor();
      expect(await page.title()).to.equal(`${await name.innerText()} · ${collectionConfig.name}`);
      const metadata = await fetch(`${site.apiUrl}/drifters/metadata/7.json`);
      const { attributes } = (await metadata.json()) as { attributes: object[] };
      expect(attributes).not.to.be.empty;
      expect(await traits.count()).to.equal(attributes.length);
      const portrait = page.getByRole("article").getByRole("img").first();
      const width = await portrait.evaluate((image: HTMLImageElement) => image.naturalWidth);
      expect(width).to.be.above(0);
      expect(await section.getByRole("heading").first().innerText()).to.equal("Ash on the water");
      expect(await section.getByRole("cell").allInnerTexts()).to.deep.equal(["3", "1"]);
      const links = section.getByRole("link");
      expect(await links.first().getAttribute("href")).to.equal("/drifter/8");
      expect(await page.getByText(/^Written by 0x/).innerText()).to.match(/, \w+ \d+, \d{4}$/);
      expect(await page.getByText("needs JavaScript").count()).to.equal(0);
      const connect = page.getByRole("button", { name: "Connect wallet" });
      expect(await connect.isVisible()).to.equal(false);
      await page.goto("/drifter/9999");
      await page.getByRole("heading", { name: "Drifter #9999 not found." }).waitFor();
    });

    it("finds drifters and stories, and links to their authors", async () => {
      const page = await open({ javaScriptEnabled: false });
      await page.goto("/drifters");
      const main = page.getByRole("main");
      await page.getByRole("searchbox").fill("ash water");
      await page.getByRole("button", { name: "Show" }).click();
      await main.getByText("1 drifter", { exact: true }).waitFor();
      expect(await main.getByRole("link", { name: /^Drifter #7/ }).count()).to.equal(1);
      await page.getByRole("link", { name: "Stories" }).first().click();
      await page.getByRole("searchbox").fill("lamp");
      await page.getByRole("button", { name: "Search" }).click();
      expect(await main.locator("mark").first().innerText()).to.equal("lamp");
      await main.getByRole("link", { name: /^0x/ }).click();
      await main.getByRole("heading", { name: "Owns 9 drifters" }).waitFor();
      const [owner, name] = (await page.title()).split(" · ");
      expect(owner).to.match(/^Drifters of 0x/);
      expect(name).to.equal(collectionConfig.name);
    });
  });
});

/** Records requests and removed elements; the returned function fails if the page did not hydrate as rendered. */
async function watchHydration(page: Page): Promise<() => Promise<void>> {
  const requested: string[] = [];
  page.on("request", (request) => {
    // Ignores the previous page's requests.
    if (request.isNavigationRequest()) requested.length = 0;
    requested.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(recordRemovals);
  return async () => {
    // React marks hydrated elements.
    await page.waitForFunction(() =>
      [...document.querySelectorAll("main, main *")].every((element) =>
        Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
      ),
    );
    await drawn(page);
    // nginx caches the requests for neighbors and the sale.
    const uncached = /^\/api\/(?!tokens\/\d+\/neighbors$|mint\/sale$)/;
    expect(
      requested.splice(0).filter((each) => uncached.test(each)),
      `${page.url()}: requests`,
    ).to.deep.equal([]);
    expect(await page.evaluate("window.removed"), `${page.url()}: removed`).to.deep.equal([]);
  };
}

/** Expects title, wallet button and divider at their positions in the header, at the page's width. */
async function expectHeader(page: Page, path: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  const header = page.getByRole("banner");
  const around = await edges(header);
  const title = await edges(header.getByRole("link", { name: collectionConfig.name, exact: true }));
  const button = await edges(header.getByRole("button", { name: "Connect wallet" }));
  const divider = await edges(page.getByRole("separator").first());
  const main = await edges(page.getByRole("main"));
  const label = `${path} at ${width} px`;
  expect(title.right, label).to.be.at.most(button.left);
  expect((button.left + button.right) / 2, label).to.be.greaterThan(width / 2);
  expect(button.right, label).to.be.at.most(width);
  // The distances from the left and the right edge are equal.
  expect(width - button.right, label).to.be.closeTo(title.left, 2);
  expect(divider.top, label).to.be.within(around.bottom - 1, around.bottom + 1);
  expect(divider.bottom - divider.top, label).to.be.lessThan(10);
  expect(divider.right - divider.left).to.be.greaterThan((around.right - around.left) * 0.9);
  expect(main.top, label).to.be.at.least(divider.bottom);
}

async function edges(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? expect.fail(`${element}`);
  return { left: x, right: x + width, top: y, bottom: y + height };
}

/** Expects no controls, of any element type, on a drifter's page except the specified ones and links. */
async function expectOnlySpecifiedControls(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Mint \d/ }).waitFor();
  const others = await page.getByRole("navigation", { name: "Other drifters" }).elementHandle();
  const found = await page.locator(focusable).evaluateAll(
    (controls, others) =>
      controls
        .filter((control) => !others?.contains(control))
        // The neighbors, the owner's page, and the gallery of a trait.
        .filter(
          (control) =>
            !control.matches(
              '.card a:is([rel=prev], [rel=next], [href^="/owner/"], [href^="/drifters?"])',
            ),
        )
        .map((control) => {
          const caption =
            control.textContent.trim() || (control.querySelector("img") && "(a picture)");
          const text = caption || control.getAttribute("type");
          return `${control.tagName} ${text?.replace(/\d+ left/, "… left")}`;
        }),
    others,
  );
  expect(found).to.deep.equal([
    `A ${collectionConfig.name}`,
    ...headerLinks,
    "BUTTON Connect wallet",
    "INPUT number",
    "A (a picture)",
    "BUTTON Copy link",
    ...footerLinks,
  ]);
}

/** The page's console messages, except Chromium's own lines about responses. */
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
