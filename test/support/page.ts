import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import type { World } from "../../scripts/world/startWorld.ts";
import { type InjectedWallet, installWallet } from "./injectedWallet.ts";

/** A visitor's page with nothing remembered. Close its context when the test ends. */
export async function openPage(
  browser: Browser,
  world: Pick<World, "webUrl">,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: world.webUrl,
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(10_000);
  return { context, page: await context.newPage() };
}

/** A page with a browser wallet that holds Hardhat's account of that index, connected on `path`. */
export async function openConnectedPage(
  browser: Browser,
  world: World,
  { account, path }: { account: number; path: string },
): Promise<{ page: Page; context: BrowserContext; wallet: InjectedWallet }> {
  const { page, context } = await openPage(browser, world);
  const wallet = await installWallet(page, { account, rpcUrl: world.chain.url });
  await page.goto(path);
  await connect(page);
  return { page, context, wallet };
}

/** Connects through the header's button and the wallet dialog, as a person does. */
export async function connect(page: Page, walletName = "Test Wallet"): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("dialog").getByRole("button", { name: walletName }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** The selector and the card, found as a person finds them. */
export function drifterPage(page: Page) {
  const main = page.getByRole("main");
  return {
    selector: main.getByRole("spinbutton", { name: "Drifter ID" }),
    name: main.getByRole("heading", { level: 1 }),
    traits: main.getByRole("list", { name: "Traits" }).getByRole("listitem"),
  } satisfies Record<string, Locator>;
}

/** The parts of the story section, found as a person finds them. */
export function storySection(page: Page) {
  const section = page.getByRole("region", { name: "Story" });
  return {
    section,
    write: section.getByRole("link", { name: "write", exact: true }),
    edit: section.getByRole("link", { name: "edit", exact: true }),
    text: section.getByRole("textbox"),
    sign: section.getByRole("button", { name: "Sign", exact: true }),
    save: section.getByRole("button", { name: "Save", exact: true }),
    cancel: section.getByRole("link", { name: "Cancel", exact: true }),
    alert: section.getByRole("alert"),
  } satisfies Record<string, Locator>;
}
