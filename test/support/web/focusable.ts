import { expect } from "chai";
import type { Page } from "playwright-core";

/** Selector of all elements that Tab can reach; may also match some that Tab skips. */
export const focusable = [
  "a[href]",
  "button:enabled:not([role=tab][tabindex='-1'])",
  "input:enabled",
  "select:enabled",
  "textarea:enabled",
  "summary",
  "iframe",
  "[contenteditable]",
  "[tabindex='0']",
].join(", ");

/** Expects Tab to reach every usable control and show its focus. */
export async function expectKeyboardReachesAll(page: Page): Promise<void> {
  // The header's last control changes its text once the sale is loaded.
  await page
    .getByText(/^Mint \d+ left$/)
    .first()
    .waitFor();
  const reached = await tabThrough(page);
  // The header and the footer contain links with the same name.
  const all = new Set(await page.evaluate(controls, focusable));
  expect([...all]).to.have.members(reached);
}

/** Presses Tab through the page and returns the names of the controls with visible focus. */
async function tabThrough(page: Page): Promise<string[]> {
  const reached = new Set<string>();
  const { length } = await page.evaluate(controls, focusable);
  // Moves past the last control, back to the first.
  for (let presses = 0; presses < length + 5; presses += 1) {
    await page.keyboard.press("Tab");
    const control = await page.evaluate((focusable) => {
      const focused = document.activeElement;
      if (!focused?.matches(focusable)) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const isShown = outlineStyle !== "none" && outlineWidth !== "0px";
      return isShown ? `${focused.tagName} ${focused.textContent}` : undefined;
    }, focusable);
    if (control !== undefined) reached.add(control);
  }
  return [...reached];
}

/** Returns the usable controls, or those of an open dialog. Runs in the page. */
function controls(focusable: string): string[] {
  const around = document.querySelector("dialog[open]") ?? document;
  return [...around.querySelectorAll(focusable)]
    .filter((control) => control.checkVisibility())
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`);
}
