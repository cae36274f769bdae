import type { Browser, Page } from "playwright-core";
import type { WorldPlan } from "../../../world/plan.ts";

/** Size of the collection whose gallery is measured. */
const galleryLength = 10_000;

/** A sold-out collection with few portraits, because painting dominates the time. */
export const galleryPlan: WorldPlan = {
  phases: [
    {
      name: "The Great Crossing",
      startingPoint: 1,
      endPoint: galleryLength + 1,
      mints: [{ account: 2, quantity: galleryLength }],
      gifts: [],
    },
  ],
  paintedAtMost: 12,
};

/**
 * Reads the gallery to its end with Show more.
 *
 * @returns the JavaScript heap in bytes after garbage collection.
 */
export async function measureGalleryHeap(
  browser: Browser,
  url: string,
  tell: (doing: string) => void,
): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    for (let shown = 0; await showMore(page); shown += 1) tell(`gallery, page ${shown + 2}`);
    await page.locator('a[href="/drifter/1"]').waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  } finally {
    await page.close();
  }
}

/** Shows one more page of drifters; returns false at the end. */
async function showMore(page: Page): Promise<boolean> {
  const more = page.getByRole("link", { name: "Show more" });
  const before = await more.getAttribute("href", { timeout: 10_000 }).catch(() => null);
  if (before === null) return false;
  await more.click();
  // The link leads to the page after next, or goes.
  await page.locator(`a[href="${before}"]`).waitFor({ state: "detached" });
  return true;
}
