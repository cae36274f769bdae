// npm run pictures: photographs the running world for the README, and for previews of shared links.
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { launchChromium } from "../test/support/chromium.ts";

const help = `Usage: npm run pictures [-- --url URL]

Takes the pictures in docs/images/ and web/public/preview.jpg from a world that runs: npm start first.

  --url URL   where its web app is  (default http://127.0.0.1:5173)
  --help      show this text`;

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:5173" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}

const root = join(import.meta.dirname, "..");
// Wide enough for two columns, and high enough for the first words of a story.
const pageSize = { width: 1280, height: 960 };
// What programs that preview links ask for.
const previewSize = { width: 1200, height: 630 };

const browser = await launchChromium();
try {
  for (const colorScheme of ["dark", "light"] as const) {
    for (const [name, path] of [
      ["home", "/"],
      ["drifter", "/drifter/7"],
    ] as const) {
      const page = await openPage(browser, { path, colorScheme, ...pageSize });
      await page.getByRole("listitem").last().waitFor();
      await print(page, `docs/images/${name}-${colorScheme}.jpg`);
    }
  }
  const page = await openPage(browser, {
    path: "/off/the/map",
    colorScheme: "dark",
    ...previewSize,
  });
  await turnIntoPreview(page);
  await print(page, "web/public/preview.jpg");
} finally {
  await browser.close();
}

interface Shot {
  path: string;
  colorScheme: "dark" | "light";
  width: number;
  height: number;
}

async function openPage(browser: Browser, shot: Shot): Promise<Page> {
  const { path, colorScheme, width, height } = shot;
  const page = await browser.newPage({
    baseURL: values.url,
    bypassCSP: true,
    colorScheme,
    reducedMotion: "reduce",
    viewport: { width, height },
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  return page;
}

/** Makes a page that only says something tell the product's name, and what it is for. */
async function turnIntoPreview(page: Page): Promise<void> {
  // As text, since only `web/` and `test/` know what a document is.
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

async function print(page: Page, file: string): Promise<void> {
  const picture = await page.screenshot();
  const { size } = await sharp(picture)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(root, file));
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
  await page.close();
}
