import type { Page } from "playwright-core";

declare global {
  interface Window {
    announced: string[];
  }
}

/**
 * Records what a screen reader announces on every document that `page` loads from now on: text put into an
 * existing live region, new alerts, and the name and description of each focused element, as `focus: …`. A
 * region that is inserted together with its text is silent, as in many screen readers.
 *
 * @returns a function that returns and clears the announcements so far, oldest first. Text that a region and the focus both announce appears twice; text from the focus alone is left out.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript("globalThis.__name ??= (named) => named");
  await page.addInitScript(writeDown);
  return async () => {
    const announced = await page.evaluate(() => window.announced.splice(0));
    const isFocus = (words: string) => words.startsWith("focus: ");
    const outcomes = announced.filter((words) => !isFocus(words));
    const repeated = outcomes.filter((outcome) =>
      announced.some((words) => isFocus(words) && words.includes(outcome)),
    );
    return [...outcomes, ...repeated];
  };
}

/** Runs in the page, before its own scripts. */
function writeDown(): void {
  window.announced = [];
  const regions = "[role=status], [role=alert], [aria-live]";
  const textOf = (node: Node) => node.textContent?.replace(/\s+/g, " ").trim() ?? "";
  const say = (words: string) => words && window.announced.push(words);
  let known = new Set<Element>();

  function readRegions() {
    const shown = [...document.querySelectorAll(regions)].filter((region) =>
      region.checkVisibility(),
    );
    known = new Set(shown);
  }

  function regionOf(node: Node): Element | null {
    const around = node instanceof Element ? node : node.parentElement;
    return around?.closest(regions) ?? null;
  }

  new MutationObserver((changes) => {
    const said = new Set<Node>();
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === "characterData" ? [target] : addedNodes) {
        const region = regionOf(node.isConnected ? node : target);
        if (region && known.has(region)) {
          said.add(region.getAttribute("aria-atomic") === "false" ? node : region);
        } else if (node instanceof Element) {
          const inside = [node, ...node.querySelectorAll("*")];
          for (const alert of inside.filter((each) => each.matches("[role=alert]")))
            said.add(alert);
        }
      }
    }
    for (const node of said) if (node.isConnected) say(textOf(node));
    readRegions();
  }).observe(document, { subtree: true, childList: true, characterData: true });

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    const described = target.getAttribute("aria-describedby")?.split(" ") ?? [];
    const named = target.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby");
    const others = [...described, ...(named ? [named] : [])].map((id) =>
      document.getElementById(id),
    );
    const name = target.getAttribute("aria-label") ?? target.textContent;
    say(`focus: ${[name, ...others.map((other) => other && textOf(other))].join(" | ")}`);
  });
}
