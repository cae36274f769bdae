import { expect } from "chai";
import type { Page } from "playwright-core";
import { mintPage } from "../../support/web/mintPage.ts";
import { reconnected } from "../../support/web/page.ts";
import { drawn } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const missing = "This part of the page failed to load.";

describe("site resilience", () => {
  const { open, openWithWallet, world } = enterSharedWorld();

  /** Records errors that the page throws or logs. Chromium's own log lines, such as for each 404, have no arguments. */
  function pageErrors(page: Page): unknown[] {
    const errors: unknown[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && message.args().length > 0) errors.push(message);
    });
    page.on("pageerror", (error) => errors.push(error));
    return errors;
  }

  /** Opens the home page in a browser with an empty cache. */
  async function openWithoutCode(): Promise<Page> {
    const page = await open({ isDisposable: true });
    await page.goto("/");
    return page;
  }

  it("preserves amounts and the connection when it translates the page", async () => {
    const { page } = await openWithWallet(2);
    const errors = pageErrors(page);
    await page.goto("/mint");
    await page.getByRole("button", { name: "Connect a wallet to mint" }).waitFor();
    const quantity = await page.getByLabel("How many").elementHandle();
    for (const [way, typed, pay] of [
      ["replaces", "3", "you will pay 0.24 eth for 3 drifters."],
      ["surrounds", "99", "enter a whole number from 1 to"],
      ["inserts and removes", "1", "you will pay 0.08 eth for 1 drifter."],
      ["surrounds", "4", "you will pay 0.32 eth for 4 drifters."],
      ["inserts and removes", "5", "you will pay 0.4 eth for 5 drifters."],
    ] as const) {
      await translatePage(page, way);
      await quantity?.fill(typed);
      expect(await words(page, "section[aria-label=Mint]")).to.contain(pay);
    }
    await translatePage(page, "replaces");
    await page.locator(".wallet-button").click();
    await page.getByRole("dialog").getByRole("button", { name: "Test Wallet" }).click();
    await reconnected(page);
    expect(await words(page, ".wallet-button")).to.match(/^0x[\da-f]{4}…[\da-f]{4}$/);
    expect(errors).to.deep.equal([]);
  });

  it("recovers from a failed code download after Try again and on the next visit", async () => {
    const page = await openWithoutCode();
    const notice = page.getByRole("alert").filter({ hasText: missing });
    const heading = page.getByRole("heading", { level: 1 });
    for (const [name, file, way] of [
      ["Mint", "MintPage", "Try again"],
      ["About", "AboutPage", "next visit"],
    ] as const) {
      await page.route(`/assets/${file}*`, (route) => route.abort());
      await page.getByRole("contentinfo").getByRole("link", { name }).click();
      await notice.waitFor();
      await page.unroute(`/assets/${file}*`);
      if (way === "Try again") await notice.getByRole("button", { name: way }).click();
      else {
        await page.goBack();
        await page.getByRole("contentinfo").getByRole("link", { name }).click();
      }
      await heading.filter({ hasText: name }).waitFor();
      expect(await notice.count()).to.equal(0);
      const styles = await page.evaluate(
        (file) => [...document.styleSheets].filter(({ href }) => href?.includes(`/${file}`)).length,
        file,
      );
      expect(styles).to.equal(1);
    }
  });

  it("shows the notice again after Try again without a network, and preserves the page", async () => {
    const page = await openWithoutCode();
    const notice = page.getByRole("alert").filter({ hasText: missing });
    await page.context().setOffline(true);
    await page.getByRole("contentinfo").getByRole("link", { name: "Mint" }).click();
    const tryAgain = await notice.getByRole("button", { name: "Try again" }).elementHandle();
    await tryAgain?.click();
    await page.waitForFunction((button) => !button?.isConnected, tryAgain);
    await notice.waitFor();
    await page.context().setOffline(false);
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "Mint" }).waitFor();
  });

  it("opens the wallet dialog after Try again, and preserves typed text", async () => {
    const page = await openWithoutCode();
    await page.route("/assets/WalletRuntime*", (route) => route.abort());
    await page.goto("/mint");
    const { quantity } = mintPage(page);
    await quantity.fill("3");
    await page.getByRole("button", { name: "Connect a wallet to mint" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Wallet support failed to load." });
    await notice.waitFor();
    await page.unroute("/assets/WalletRuntime*");
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await quantity.inputValue()).to.equal("3");
  });

  it("reloads a page once automatically after a deployment replaces its code", async () => {
    const page = await openWithoutCode();
    let visits = 0;
    page.on("domcontentloaded", () => {
      visits += 1;
    });
    await page.route("/assets/MintPage*", (route) => route.fulfill({ status: 404 }));
    await page.route("/", (route) =>
      route.fulfill({ contentType: "text/html", body: "<script src=/assets/index-new.js>" }),
    );
    const notice = page.getByRole("alert").filter({ hasText: missing });
    const [requested] = await Promise.all([
      page
        .waitForEvent("domcontentloaded")
        .then(() => page.waitForResponse("/assets/MintPage*.js")),
      page.getByRole("contentinfo").getByRole("link", { name: "Mint" }).click(),
    ]);
    expect(requested.status()).to.equal(404);
    await notice.waitFor();
    expect(visits).to.equal(1);
  });

  it("pauses while it is offline, reports that, and resumes once it is online", async () => {
    const { page } = await openWithWallet(2, { wasConnected: true, isDisposable: true });
    await page.clock.install();
    await page.goto("/mint");
    await mintPage(page).mintButton(1).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("alert").getByText("Can't reach the network").waitFor();
    // Earlier requests may still be repeated.
    await page.clock.runFor("00:30");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.clock.runFor("05:00");
    expect(requests).to.deep.equal([]);
    await page.context().setOffline(false);
    await page.getByRole("alert").waitFor({ state: "detached" });
    expect(requests).to.include(`${world().chain.url}/`);
  });

  it("renders the header in two rows at 320 px, in the widest font", async () => {
    const page = await open({ viewport: { width: 320, height: 640 } });
    await page.route("/assets/*.woff2", (route) => route.abort());
    await page.goto("/");
    await page.evaluate(() => {
      document.documentElement.style.setProperty("--font-display", "'DejaVu Sans', Verdana");
    });
    const boxOf = async (selector: string) =>
      (await page.locator(selector).boundingBox()) ?? expect.fail(selector);
    const [title, button, places] = await Promise.all([
      boxOf(".site-header__title"),
      boxOf(".wallet-button"),
      boxOf(".site-header__places"),
    ]);
    expect(title.x + title.width).to.be.at.most(button.x);
    expect(button.x + button.width).to.be.at.most(320);
    expect(places.y).to.be.at.least(Math.max(title.y + title.height, button.y + button.height) - 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320);
  });

  async function words(page: Page, selector: string): Promise<string> {
    await drawn(page);
    return (await page.locator(selector).innerText()).replace(/\s+/g, " ").trim().toLowerCase();
  }

  async function translatePage(page: Page, way: TranslationWay): Promise<void> {
    await page.evaluate(
      ([source, way]) => {
        Object.assign(globalThis, { __name: (named: unknown) => named });
        new Function("root", "way", `(${source})(root, way)`)(document.body, way);
      },
      [translate.toString(), way] as const,
    );
  }
});

/** Ways in which browsers replace a text with its translation. */
type TranslationWay = "replaces" | "inserts and removes" | "surrounds";

/**
 * Translates an element as browsers do: wraps each text, in capitals, in two `<font>` elements.
 * Also runs in a page.
 */
function translate(root: Element, way: TranslationWay = "replaces"): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest("font, textarea, [translate=no]"))
      continue;
    const font = document.createElement("font");
    const inner = font.appendChild(document.createElement("font"));
    inner.textContent = text.data.toUpperCase();
    if (way === "replaces") text.replaceWith(font);
    else text.before(font);
    if (way === "inserts and removes") text.remove();
    if (way === "surrounds") {
      text.data = text.data.toUpperCase();
      inner.replaceChildren(text);
    }
  }
}
