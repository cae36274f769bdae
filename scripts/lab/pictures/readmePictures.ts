import type { Browser, Page } from "playwright-core";
import { openShot, print } from "./photograph.ts";

// Wide enough for two columns, high enough for the start of a story.
const pageSize = { width: 1280, height: 960 };
// Open Graph's usual size.
const previewSize = { width: 1200, height: 630 };

/** Takes the README's screenshots and the preview image of shared links. */
export async function takeReadmePictures(browser: Browser, site: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    for (const [name, path] of [
      ["home", "/"],
      ["drifter", "/drifter/7"],
    ] as const) {
      const url = new URL(path, site).href;
      const page = await openShot(browser, { url, colorScheme, ...pageSize });
      await page.getByRole("listitem").last().waitFor();
      await print(page, `docs/images/${name}-${colorScheme}.jpg`);
    }
  }
  const url = new URL("/off/the/map", site).href;
  const page = await openShot(browser, { url, colorScheme: "dark", ...previewSize });
  await turnIntoPreview(page);
  await print(page, "web/public/preview.jpg");
}

/** Adds the product's name and purpose to a page that shows text only. */
async function turnIntoPreview(page: Page): Promise<void> {
  // As a string: only `web/` and `test/` have DOM types.
  await page.evaluate(`
    const [name, purpose, wayBack] = document.querySelectorAll("h1, main p");
    name.textContent = "Fringe Drifters";
    purpose.textContent = document.querySelector("meta[name=description]").content;
    wayBack.remove();`);
  await page.addStyleTag({
    content: `
      header, hr { display: none !important }
      main { padding-block: 0 !important }
      .page-message { min-height: 100svh !important; margin: 0 !important; padding-top: 5rem !important }
      .page-message h1 { font-size: 7.5rem !important }
      .page-message p { max-width: 26rem !important; font-size: 2rem !important }`,
  });
}
