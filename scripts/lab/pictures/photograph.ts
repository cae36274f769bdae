import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";

/** Page and window of a screenshot. Sizes in CSS pixels. */
export interface Shot {
  url: string;
  colorScheme: "dark" | "light";
  width: number;
  height: number;
}

/** Opens a page and waits until it has loaded and is still. The caller closes it. */
export async function openShot(browser: Browser, shot: Shot): Promise<Page> {
  const { url, colorScheme, width, height } = shot;
  const page = await browser.newPage({
    bypassCSP: true,
    colorScheme,
    reducedMotion: "reduce",
    viewport: { width, height },
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  return page;
}

/** Writes a JPEG, prints its size and closes the page. */
export async function print(page: Page, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const picture = await page.screenshot();
  const { size } = await sharp(picture).jpeg({ quality: 80, mozjpeg: true }).toFile(file);
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
  await page.close();
}
