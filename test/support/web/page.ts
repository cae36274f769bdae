import type { Locator, Page } from "playwright-core";
import { hardhatAccount } from "./injectedWallet.ts";

/** Connects through the header's button and the wallet dialog. */
export async function connect(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Test Wallet" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** Waits until the previously connected wallet is reconnected. */
export async function reconnected(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^0x/ }).waitFor();
}

/** Returns locators of the selector and the card by role and visible name. */
export function tokenPage(page: Page) {
  const main = page.getByRole("main");
  return {
    selector: main.getByRole("spinbutton", { name: "Drifter ID" }),
    name: main.getByRole("heading", { level: 1 }),
    traits: main.getByRole("list", { name: "Traits" }).getByRole("listitem"),
  } satisfies Record<string, Locator>;
}

/** Returns locators of the story section by role and visible name. */
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
  } satisfies Record<string, Locator>;
}

/** Returns a Hardhat account's address as the header shows it. */
export function shorten(account: number): string {
  const { address } = hardhatAccount(account);
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** Writes a story in the open editor, signs and saves it, and waits until it is shown. */
export async function publish(
  { text, sign, save, edit }: ReturnType<typeof storySection>,
  narrative: string,
): Promise<void> {
  await text.fill(narrative);
  await sign.click();
  await save.click();
  await edit.waitFor();
}
