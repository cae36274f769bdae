import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import type { Page as PlaywrightPage } from "playwright-core";
import type { Browser, Page } from "puppeteer-core";
import { localSignerKey } from "#protocol/localWorld";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { installWallet } from "../../support/web/injectedWallet.ts";
import { enterMintWorld } from "../../support/web/mintWorld.ts";

const policyFile = new URL("../../../collection/mintPolicy.json", import.meta.url).pathname;

/** Returns `FIREFOX_PATH`, or an installed Firefox. */
async function findFirefox(): Promise<string | undefined> {
  const { FIREFOX_PATH, PATH = "" } = process.env;
  if (FIREFOX_PATH) return FIREFOX_PATH;
  const folders = PATH.split(delimiter);
  for (const path of folders.flatMap((folder) => [
    join(folder, "firefox-esr"),
    join(folder, "firefox"),
  ])) {
    const isFound = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isFound) return path;
  }
  return undefined;
}

// Firefox takes seconds of CPU to start: only `npm run soak` runs these.
(process.env.SOAK ? describe : describe.skip)("Firefox", () => {
  const { world } = enterMintWorld();
  let browser: Browser | undefined;
  let site: Awaited<ReturnType<typeof serveProduction>>;

  before("Firefox and a server that authorizes mints are up", async function () {
    const executablePath = await findFirefox();
    if (executablePath === undefined) {
      console.log("Skipped: no Firefox was found. Install it, or set FIREFOX_PATH.");
      this.skip();
    }
    const { default: puppeteer } = await import("puppeteer-core");
    browser = await puppeteer.launch({ browser: "firefox", executablePath });
    const environment = { MINT_SIGNER_KEY: localSignerKey, MINT_POLICY: policyFile };
    site = await serveProduction(world(), environment);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Opens a page with the wallet of that Hardhat account. */
  async function open(path: string, account: number): Promise<Page> {
    const page = (await browser?.newPage()) ?? expect.fail("Firefox is not running.");
    const asPlaywright = {
      exposeFunction: page.exposeFunction.bind(page),
      addInitScript: page.evaluateOnNewDocument.bind(page),
      evaluate: page.evaluate.bind(page),
    };
    // Safety: the wallet uses these members only.
    await installWallet(asPlaywright as unknown as PlaywrightPage, {
      account,
      rpcUrl: world().chain.url,
    });
    await page.goto(site.webUrl + path);
    return page;
  }

  const press = (page: Page, name: string) => page.locator(`aria/${name}[role="button"]`).click();
  const shown = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait();

  async function connect(page: Page): Promise<void> {
    await press(page, "Connect wallet");
    await page.locator("dialog .wallet-list__entry ::-p-text(Test Wallet)").click();
    await page.waitForSelector("dialog", { hidden: true });
  }

  it("looks up a drifter by its number, and keeps letters out of the field", async () => {
    const page = await open("/", 6);
    const field = await page.waitForSelector(".selector__input:not([readonly])");
    await field?.type("a7xb");
    await page.waitForSelector(".card__name:not(.skeleton)");
    expect(new URL(page.url()).pathname).to.equal("/drifter/7");
    const state = await field?.evaluate((input) => {
      // Safety: the selector's field.
      const { value, validity } = input as HTMLInputElement;
      return [value, validity.badInput];
    });
    expect(state).to.deep.equal(["7", false]);
  });

  it("writes, signs and saves a story", async () => {
    const page = await open("/drifter/9", 2);
    await connect(page);
    await page.locator(".narrative__end a").click();
    await page.locator(".editor textarea").fill("Two **lamps**.");
    await press(page, "Sign");
    await shown(page, "Signed. Press Save to publish.");
    await press(page, "Save");
    await shown(page, "As the owner, you can");
    expect(await page.$eval(".story", ({ textContent }) => textContent)).to.equal("Two lamps.");
  });

  it("mints a drifter", async () => {
    const page = await open("/mint", 6);
    await connect(page);
    await press(page, "Mint 1 drifter");
    await shown(page, "A drifter walks under your name.");
  });
});
