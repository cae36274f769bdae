import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openShot, print } from "./photograph.ts";

const folder = "test-results/pages";
const windows = {
  wide: { width: 1280, height: 960 },
  phone: { width: 390, height: 844 },
};

/** Photographs a page from top to bottom in a wide window and on a phone, by night and by day. */
export async function takePagePictures(browser: Browser, url: URL): Promise<void> {
  for (const [window, size] of Object.entries(windows)) {
    for (const colorScheme of ["dark", "light"] as const) {
      const page = await openShot(browser, { url: url.href, colorScheme, ...size });
      const file = join(folder, `${nameOf(url)}-${window}-${colorScheme}.jpg`);
      await print(page, file, { fullPage: true });
    }
  }
}

/** `drifter-7` for `/drifter/7`, `home` for `/`. */
function nameOf({ pathname, search }: URL): string {
  return `${pathname}${search}`.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "") || "home";
}
