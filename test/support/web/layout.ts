import type { Page } from "playwright-core";
import { focusable } from "./focusable.ts";
import { drawn } from "./responses.ts";
import type { TestPageOptions } from "./testPages.ts";

/** Maximum layout shift while a page loads; search engines rate 0.1 as good. */
export const maxShift = 0.02;

/** Opens a page at 1.6 Mbit/s and 150 ms latency that accumulates its layout shifts. */
export async function openSlowly(
  open: (options: TestPageOptions) => Promise<Page>,
  viewport = { width: 390, height: 844 },
): Promise<Page> {
  const page = await open({ viewport });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
  await page.addInitScript(() => {
    const page = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        page.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return page;
}

/** Returns a slowly opened page's layout shift after its fonts and images have loaded. */
export async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === "lazy"),
  );
  await drawn(page);
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** Returns a small window's faults, and the elements that overflow larger screens, up to a wide one. */
export async function overflowsOf(page: Page): Promise<string[]> {
  const overflows = await smallWindowIssues(page);
  // Minimum widths at which a style sheet adds columns.
  for (const width of [385, 769, 960, 1920]) {
    // A low height, because painting costs more than layout.
    await page.setViewportSize({ width, height: 200 });
    await drawn(page);
    const found = await page.evaluate(tooWide);
    overflows.push(...found.map((element) => `${width} px: ${element}`));
  }
  return overflows;
}

/** Returns the elements that overflow a 320 px window, as at 400 % zoom, and the controls covered there. */
export async function smallWindowIssues(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 });
  await drawn(page);
  return [...(await page.evaluate(tooWide)), ...(await page.evaluate(covered, focusable))];
}

/** Returns controls that another element covers at every scroll position. Runs in the page. */
function covered(focusable: string): string[] {
  const around = document.querySelector("dialog[open]") ?? document;
  const controls = [...around.querySelectorAll<HTMLElement>(focusable)];
  const hidden = controls.filter((control) => {
    if (!control.checkVisibility()) return false;
    control.scrollIntoView({ block: "center" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return !(onTop && (control.contains(onTop) || onTop.contains(control)));
  });
  return hidden.map(({ tagName, textContent }) => `covered: ${tagName} ${textContent}`);
}

/** Returns elements that overflow the page, except scrollable and decorative ones. Runs in the page. */
function tooWide(): string[] {
  const everything = [
    ...document.querySelectorAll("header, header *, main, main *, dialog[open] *"),
  ];
  const found = everything.filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0 || (left >= -1 && right <= window.innerWidth + 1)) return false;
    if (element.closest("[aria-hidden=true], img[alt='']")) return false;
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (around.id === "root") return true;
      if (getComputedStyle(around).overflowX !== "visible") return false;
    }
    return true;
  });
  // Only preformatted text and tables scroll sideways.
  const scrolled = everything.filter(
    (element) =>
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX === "auto" &&
      !element.matches("pre, table, textarea"),
  );
  const { scrollWidth, clientWidth } = document.documentElement;
  const isWider = scrollWidth > clientWidth ? ["the page scrolls sideways"] : [];
  const named = [...found, ...scrolled].map(({ tagName, className }) => `${tagName}.${className}`);
  return [...isWider, ...named];
}
