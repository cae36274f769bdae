import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Visit } from "./visits.ts";

/** How a page arrives on a phone, in milliseconds; the last is a score without a unit. */
export interface TimeFigures {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** What tasks of over 50 ms take above that, from the first paint until all is quiet. */
  blocking: number;
  /** Cumulative Layout Shift, https://web.dev/articles/cls, without its session windows: never less. */
  layoutShift: number;
}

/** A mid-range phone, as Lighthouse simulates one: a slow 4G line and a processor of a quarter's speed. */
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

/** Comes to the page once, with an empty cache, as a phone does. */
export async function measureTimes(browser: Browser, visit: Visit): Promise<TimeFigures> {
  const context = await browser.newContext(phone.screen);
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript({ path: observer });
    await visit.prepare?.(page);
    await page.goto(visit.url, { waitUntil: "domcontentloaded", timeout: 120_000 });
    // A slow phone may have fetched all and painted nothing yet.
    const paint = () => page.evaluate("window.vitals.largestContentfulPaint");
    const deadline = performance.now() + 120_000;
    while ((await paint()) === 0 && performance.now() < deadline);
    // Who asks other machines again and again is waited for no longer.
    await page.waitForLoadState("networkidle", { timeout: 30_000 }).catch(() => undefined);
    // Safety: what that script keeps.
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
