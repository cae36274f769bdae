import { join } from "node:path";
import { expect } from "chai";
import { localSignerKey } from "#protocol/chain/localWorld";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { publishNarratives } from "../../../scripts/world/scenarios/publishStories.ts";
import { voice } from "../../../web/src/page/voice.ts";
import { chromium } from "../../support/web/engines/chromium.ts";
import type { EnginePage } from "../../support/web/engines/engine.ts";
import { firefox } from "../../support/web/engines/firefox.ts";
import { webkit } from "../../support/web/engines/webkit.ts";
import { awaitedNow, journeyOn } from "../../support/web/journey.ts";
import { type JourneySite, startJourneySite } from "../../support/web/journeySite.ts";
import { enterMintWorld } from "../../support/web/mintWorld.ts";

const saleFile = join(import.meta.dirname, "../../support/web/sale.json");
const lamp = { drifterId: "2", narrative: "# Ash\n\nShe kept **one** lamp lit." };
const engines = [chromium, firefox, webkit];
/** Names of the engines to use: `npm run test:browsers` names all of them. */
const { BROWSERS = "Chromium" } = process.env;

// In the small world, account 2 owns 1 to 9, and account 6 owns none.
const owner = 2;
const buyer = 6;

for (const engine of engines.filter(({ name }) => BROWSERS.split(",").includes(name))) {
  describe(`journeys in ${engine.name}`, () => {
    const { world } = enterMintWorld();
    let service: Awaited<ReturnType<typeof serveProduction>>;
    let browser: EnginePage;
    let site: JourneySite;
    let journey: AbortController;

    before(`${engine.name} and a service with a story are up`, async function () {
      const launched = await engine.launch();
      if ("missing" in launched) {
        console.log(`${engine.name} is not installed. ${launched.missing}`);
        this.skip();
      }
      browser = launched;
      const environment = { MINT_SIGNER_KEY: localSignerKey, SALE_FILE: saleFile };
      service = await serveProduction(world(), environment);
      await publishNarratives({ ...world(), ...service, stories: [lamp] });
    });
    afterEach(async function () {
      if (!site) return;
      journey.abort();
      const { state, title } = this.currentTest ?? {};
      if (state === "failed") {
        const seen = await browser.evaluate(() => `${location.href}\n${document.body.innerText}`);
        const what = `${engine.name}, “${title}”: failed while it waited for ${awaitedNow()} at`;
        const requested = site.wallet.requests.map(({ method }) => method).join(" ");
        console.log([what, seen, requested, ...site.faults].join("\n"));
      }
      const { faults } = site;
      await site.close();
      if (state === "passed") expect(faults, "errors of the page").to.deep.equal([]);
    });
    after(async () => {
      await browser?.close();
      await service?.close();
    });

    /** Opens a page with the wallet of that account, in a browser without stored data. */
    async function open(path: string, account: number, options: { deniesStorage?: boolean } = {}) {
      const { url: rpcUrl } = world().chain;
      site = await startJourneySite({ target: service.webUrl, rpcUrl, account, ...options });
      await browser.open(site.url + path);
      journey = new AbortController();
      return journeyOn(browser, journey.signal);
    }

    async function connect(page: Awaited<ReturnType<typeof open>>): Promise<void> {
      await page.click("button", "Connect wallet");
      await page.click("dialog button", "Test Wallet");
      await page.shows(".wallet-button", "0x");
    }

    async function publish(page: Awaited<ReturnType<typeof open>>): Promise<void> {
      await page.click("button", "Sign");
      await page.shows("[role=status]", "Signed. Press Save to publish.");
      await page.click("button", "Save");
    }

    it("opens a drifter by its number, rejects letters in the field, and follows back and forward", async () => {
      const page = await open("/", buyer);
      await page.write(".selector__input:not([readonly])", "a2xb");
      await page.isAt("/drifter/2");
      expect(await page.value(".selector__input")).to.equal("2");
      await page.shows(".narrative", "She kept one lamp lit.");
      const name = await page.text("h1");
      await page.go("back");
      await page.isAt("/");
      expect(await page.value(".selector__input")).to.equal("");
      await page.go("forward");
      await page.shows("h1", name ?? "");
    });

    it("walks to the next drifter and onward by the arrow keys and a link, and follows back", async () => {
      const page = await open("/drifter/4", buyer);
      await page.shows(".neighbors", "Next");
      await page.evaluate(walkingCode);
      await page.press("ArrowRight");
      await page.isAt("/drifter/5");
      await page.wait("the heading's focus", () => document.activeElement?.matches("h1"));
      await page.click(".road-steps a", "Next");
      await page.isAt("/drifter/6");
      await page.shows(".card__number", "#6");
      await page.press("ArrowLeft");
      await page.shows(".card__number", "#5");
      await page.go("back");
      await page.shows(".card__number", "#6");
    });

    it("prints only the drifter's portrait, name, traits, story and address", async () => {
      const page = await open("/drifter/2", buyer);
      await page.shows(".narrative", "She kept one lamp lit.");
      const name = await page.text("h1");
      const traits = (await page.text(".card__traits"))?.split("\n").filter(Boolean) ?? [];
      const pictures = await page.evaluate(printHere);
      const address = `${site.url}/drifter/2`;
      await page.shows("body", address);
      const printed = (await page.text("body"))?.split("\n").filter(Boolean);
      expect(printed).to.deep.equal([name, ...traits, "Ash", "She kept one lamp lit.", address]);
      expect(pictures).to.equal(1);
    });

    it("searches stories by text", async () => {
      const page = await open("/stories", buyer);
      await page.write("input[type=search]", "lamp lit");
      await page.shows(".excerpt mark", "lamp");
      await page.click(".excerpt h2 a");
      await page.isAt("/drifter/2");
    });

    it("filters the drifters, and restores the list position after Back", async () => {
      const page = await open("/drifters", buyer);
      await page.click("summary", "Phases and traits");
      await page.click("label:has([value$='Lantern Season'])");
      await page.shows(".gallery__count", "1 drifter");
      await page.click("a[aria-label^='Remove']");
      await page.shows(".gallery__count", "13 drifters");
      await page.click("summary", "Phases and traits");
      await page.find(".token-grid li:last-child a");
      const position = await page.evaluate(() => scrollY);
      expect(position).to.be.greaterThan(0);
      await page.click(".token-grid li:last-child a");
      await page.shows("main", "No story yet");
      await page.go("back");
      await page.shows(".gallery__count", "13 drifters");
      // Waits until the list is laid out again.
      await page.wait(`the position ${position}`, (position) => scrollY === position, position);
    });

    it("writes a story with the toolbar, restores the draft after a reload, signs, saves and edits", async () => {
      const page = await open("/drifter/9", owner);
      await connect(page);
      await page.click(".narrative__end a");
      const field = ".editor textarea";
      await page.find(field);
      await page.click("button", "Bold");
      await page.type("Two lamps");
      await page.go("reload");
      await page.click(".narrative__end a");
      await page.click("[aria-label='Your drafts'] button", "Continue");
      await page.wait(
        "the draft",
        (selector) =>
          document.querySelector<HTMLTextAreaElement>(selector)?.value === "**Two lamps**",
        field,
      );
      await publish(page);
      await page.shows(".story", "Two lamps");
      await page.click(".narrative__end a");
      await page.write(field, " and a bell");
      await publish(page);
      await page.shows(".story", "and a bell");
      await page.click("button", "2 revisions");
      await page.click(".revision:last-child button", "Restore this version");
      await publish(page);
      await page.find("button", "3 revisions");
      expect(await page.text(".story")).to.equal("Two lamps");
    });

    it("loads a page after a failed code fetch, on “Try again” and on the next visit", async () => {
      const page = await open("/", buyer);
      for (const way of ["Try again", "next visit"]) {
        site.fail(/^\/assets\/(MintPage|AboutPage)/);
        const [link, heading] = way === "Try again" ? ["Mint", "Mint a"] : ["About", "About"];
        await page.click("footer a", link);
        await page.shows("[role=alert]", "This part of the page failed to load.");
        site.fail();
        if (way === "Try again") await page.click("[role=alert] button", "Try again");
        else {
          await page.click("footer a", "Stories");
          await page.click("footer a", link);
        }
        await page.shows("h1", heading);
      }
      // Ignores failures that React logs.
      site.faults.length = 0;
    });

    it("mints a drifter", async () => {
      const page = await open("/mint", buyer);
      await connect(page);
      // Waits for the allowance, which moves the button.
      await page.shows("main", "Your wallet may mint 19 in this phase.");
      await page.click("button", "Mint 1 drifter");
      await page.shows("h2", voice.minted.one);
    });

    it("reads and signs on all pages while the browser denies storage, with one warning", async () => {
      const page = await open("/drifter/7", owner, { deniesStorage: true });
      await connect(page);
      await page.click(".narrative__end a");
      await page.write(".editor textarea", "Two lamps.");
      await page.shows(".editor", "Your browser doesn't keep this draft.");
      await page.click("button", "Sign");
      await page.shows("[role=status]", "Signed. Press Save to publish.");
      await page.click("footer a", "Mint");
      await page.find("button", "Mint 1 drifter");
      const text = await page.text("body");
      expect(text?.split("Your browser isn't saving anything")).to.have.length(2);
    });
  });
}

/**
 * Applies the print styles in the page, because one engine has no command for this. Returns the
 * number of visible images.
 */
function printHere(): number {
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (rule.media.mediaText === "print") rule.media.mediaText = "all";
      else if (rule.media.mediaText === "screen") rule.media.mediaText = "not all";
    }
  }
  return [...document.images].filter((image) => image.checkVisibility()).length;
}

/** Runs in the page: resolves once the page can walk. */
async function walkingCode(): Promise<void> {
  for (;;) {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const code = files.find((name) => name.includes("/assets/walk-"));
    if (code) return void (await import(code));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
