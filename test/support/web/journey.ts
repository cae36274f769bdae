import { expect } from "chai";
import { until } from "../until.ts";
import type { EnginePage } from "./engines/engine.ts";

/** Describes the awaited condition, for the timeout error. */
let awaited = "";

export function awaitedNow(): string {
  return awaited;
}

/** Returns user actions on a page for any engine. Finds elements by selector and visible name. */
export function journeyOn(page: EnginePage, signal: AbortSignal) {
  /** Waits until a condition holds in the page. A page that is unloading has no result. */
  async function wait<Args extends unknown[], Result>(
    what: string,
    holds: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    awaited = what;
    let result: Awaited<Result> | undefined;
    await until(async () => {
      // A timed-out test would disturb the next one.
      signal.throwIfAborted();
      result = await page.evaluate(holds, ...args).catch(() => undefined);
      return Boolean(result);
    });
    // Safety: `until` has waited for the element.
    return result as Awaited<Result>;
  }

  /** Returns the center of a visible element that nothing covers, scrolled into view. */
  async function find(selector: string, name?: string): Promise<[number, number]> {
    const found = await wait(`${selector} ${name ?? ""}`, locate, selector, name ?? null);
    return found ?? expect.fail(selector);
  }

  /** Clicks the element; retries if it moved between finding and pressing it. */
  async function click(selector: string, name?: string): Promise<void> {
    do await page.click(...(await find(selector, name)));
    while (await page.evaluate(hasMissed).catch(() => false));
  }

  return {
    ...page,
    wait,
    find,
    click,
    /** Types at the end of a field. */
    async write(selector: string, text: string): Promise<void> {
      await click(selector);
      await page.press("End");
      await page.type(text);
    },
    /** Waits for a visible element that contains the text. */
    async shows(selector: string, text: string): Promise<void> {
      await wait(`${selector} with “${text}”`, hasText, selector, text);
    },
    async isAt(path: string): Promise<void> {
      await wait(`the address ${path}`, (path) => location.pathname === path, path);
    },
    /** Returns the rendered text of the first matching element. */
    text(selector: string): Promise<string | undefined> {
      return page.evaluate(
        (selector) => document.querySelector<HTMLElement>(selector)?.innerText.trim(),
        selector,
      );
    },
    value(selector: string): Promise<string | undefined> {
      return page.evaluate(
        (selector) => document.querySelector<HTMLInputElement>(selector)?.value,
        selector,
      );
    },
  };
}

/** Returns a visible element's center, or null while it moves; clicks elsewhere do nothing. Runs in the page. */
async function locate(selector: string, name: string | null): Promise<[number, number] | null> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const label = element.getAttribute("aria-label") ?? element.innerText;
    if (name !== null && !label.trim().startsWith(name)) continue;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const before = element.getBoundingClientRect();
    await frame();
    await frame();
    const { x, y, width, height } = element.getBoundingClientRect();
    const center: [number, number] = [x + width / 2, y + height / 2];
    const isStill = x === before.x && y === before.y && width > 0;
    const isDisabled = element.matches(":disabled, [aria-disabled=true]");
    if (isDisabled || !isStill || !element.contains(document.elementFromPoint(...center))) continue;
    const aim = (event: Event) => {
      const isHit = event.target instanceof Node && element.contains(event.target);
      if (!isHit) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      Object.assign(window, { awaitsClick: !isHit });
    };
    const { aiming: former } = window as { aiming?: AbortController };
    former?.abort();
    const aiming = new AbortController();
    Object.assign(window, { awaitsClick: true, aiming });
    window.addEventListener("click", aim, { capture: true, once: true, signal: aiming.signal });
    return center;
  }
  return null;
}

/** Whether a click reached a new document. Runs in the page. */
function hasMissed(): boolean {
  return Reflect.get(window, "awaitsClick") === true;
}

/** Whether an element contains a text. Runs in the page. */
function hasText(selector: string, text: string): boolean {
  return [...document.querySelectorAll<HTMLElement>(selector)].some(
    (element) => element.checkVisibility() && element.innerText.includes(text),
  );
}
