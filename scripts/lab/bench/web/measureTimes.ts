import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Visit } from "./visits.ts";

/** Load times of a page on a phone, in milliseconds; `layoutShift` has no unit. */
export interface TimeFigures {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** Time of long tasks above 50 ms each, from the first paint until the page is idle. */
  blocking: number;
  /** Cumulative Layout Shift, https://web.dev/articles/cls, without session windows, so an upper bound. */
  layoutShift: number;
}

/** A mid-range phone as in Lighthouse: slow 4G and a quarter of the CPU speed. */
const phone = {
  screen: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true },
  slowdown: 4,
  line: {
    offline: false,
    latency: 150,
    downloadThroughput: (1_638_400 / 8) * 0.9,
    uploadThroughput: (750_000 / 8) * 0.9,
  },
};

const observer = join(import.meta.dirname, "inPage", "vitals.js");

/** Loads the page once with an empty cache, throttled like a phone. */
export async function measureTimes(browser: Browser, visit: Visit): Promise<TimeFigures> {
  const context = await browser.newContext(phone.screen);
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript({ path: observer });
    await visit.prepare?.(page);
    await page.goto(visit.url, { waitUntil: "domcontentloaded", timeout: 120_000 });
    // A slow phone may have fetched everything before it paints.
    const paint = () => page.evaluate("window.vitals.largestContentfulPaint");
    const deadline = performance.now() + 120_000;
    while ((await paint()) === 0 && performance.now() < deadline);
    // A page that keeps polling never becomes idle.
    await page.waitForLoadState("networkidle", { timeout: 30_000 }).catch(() => undefined);
    // Safety: vitals.js collects exactly these.
    return (await page.evaluate("window.vitals")) as TimeFigures;
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", phone.line);
  await session.send("Emulation.setCPUThrottlingRate", { rate: phone.slowdown });
}
