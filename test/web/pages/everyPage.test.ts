import { expect } from "chai";
import type { Page } from "playwright-core";
import { type PageName, pageList } from "#protocol/pages";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { publishTales } from "../../../scripts/world/scenarios/publishStories.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { maxShift, openSlowly, overflowsOf, shiftOf } from "../../support/web/layout.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

/** An address of each page, and what it shows once it has loaded. */
const examples: Record<PageName, { path: string; text: string }> = {
  home: { path: "/", text: "Explore these drifters" },
  drifter: { path: "/drifter/7", text: "She kept one lamp lit" },
  gallery: { path: "/drifters?hasStory=true", text: "1 drifter" },
  owner: { path: `/owner/${hardhatAccount(2).address.toLowerCase()}`, text: "Owns 9 drifters" },
  stories: { path: "/stories?query=lamp", text: "She kept" },
  about: { path: "/about", text: "OpenAPI description" },
  mint: { path: "/mint", text: "Why can't I mint?" },
  phases: { path: "/phases", text: "Draft the phases" },
};

const otherAddresses = [
  { path: "/drifter/8", text: "//" },
  { path: "/drifter/9999", text: "Drifter #9999 not found." },
  { path: "/drifter/1.5", text: "Drifter #1.5 not found." },
];

describe("every page", () => {
  const { open: openTab, world } = enterSharedWorld();
  let site: Awaited<ReturnType<typeof serveProduction>>;
  before("serve a site with a story", async () => {
    site = await serveProduction(world());
    const narrative = "# Ash on the water\n\nShe kept **one** lamp lit.";
    await publishTales({ ...world(), ...site, tales: [{ drifterId: "7", narrative }] });
  });
  after(() => site?.close());

  for (const { name, path: pattern, isRendered } of pageList) {
    const { path, text } = examples[name];

    it(`${pattern} loads slowly without a shift, is accessible in both colour schemes and fits all screens`, async () => {
      const open = (options = {}) => openTab({ url: site.webUrl, ...options });
      const page = await openSlowly(open, { width: 390, height: 844 });
      const messages = recordMessages(page);
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      expect(await shiftOf(page), "layout shift").to.be.at.most(maxShift);
      expect(await violationsInBothSchemes(page)).to.deep.equal([]);
      expect(await overflowsOf(page)).to.deep.equal([]);
      expect(messages).to.deep.equal([]);
    });

    if (isRendered) itIsTakenOver(path, text);
  }
  for (const { path, text } of otherAddresses) itIsTakenOver(path, text);

  function itIsTakenOver(path: string, text: string): void {
    it(`${path} is taken over without a message in the console, a removed element or a read that no cache answers`, async () => {
      const page = await openTab({ url: site.webUrl });
      const messages = recordMessages(page);
      const requested: string[] = [];
      page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      await page.addInitScript(recordRemovals);
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      // The dialog opens once the page is taken over.
      await page.getByRole("button", { name: "Connect wallet" }).click();
      await page.getByRole("dialog").waitFor();
      // nginx answers those for neighbours from its copies.
      const uncached = /^\/api\/(?!drifters\/\d+\/neighbours$)/;
      expect(requested.filter((each) => uncached.test(each))).to.deep.equal([]);
      expect(messages).to.deep.equal([]);
      expect(await page.evaluate("window.removed")).to.deep.equal([]);
    });
  }
});

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
