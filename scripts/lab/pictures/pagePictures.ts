import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openShot, print } from "./photograph.ts";

const folder = "test-results/pages";
const windows = {
  wide: { width: 1280, height: 960 },
  phone: { width: 390, height: 844 },
};

/** Takes full-page screenshots in a wide window and on a phone, in dark and light mode. */
export async function takePagePictures(browser: Browser, url: URL): Promise<void> {
  for (const [window, size] of Object.entries(windows)) {
    for (const colorScheme of ["dark", "light"] as const) {
      const page = await openShot(browser, { url: url.href, colorScheme, ...size });
      const file = join(folder, `${nameOf(url)}-${window}-${colorScheme}.jpg`);
      await stretch(page, size.width);
      await print(page, file);
    }
  }
}

/** Makes the window as high as the page, so lazy content loads and fixed elements move to the edges. */
async function stretch(page: Page, width: number): Promise<void> {
  // As a string: only `web/` and `test/` have DOM types.
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  await page.setViewportSize({ width, height });
  // IntersectionObservers fire after a frame, and the page responds in the next one.
  await page.evaluate(
    "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn))))",
  );
  await page.waitForFunction("[...document.images].every((image) => image.complete)");
}

/** Returns `drifter-7` for `/drifter/7` and `home` for `/`. */
function nameOf({ pathname, search }: URL): string {
  return `${pathname}${search}`.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "") || "home";
}
