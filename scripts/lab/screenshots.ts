// npm run screenshots: takes the README's screenshots of the running world.
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { chainPagePath, pages, tokenPagePath } from "#protocol/wire/pages";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { launchChromium } from "./service/chromium.ts";

const help = `Usage: npm run screenshots [-- OPTIONS]

Takes the screenshots in docs/images/ and collection/public/preview.jpg. Run npm start first.

  --url URL   where the web app is  (default http://127.0.0.1:5173)
  --help      show this text

  npm run screenshots -- --url http://127.0.0.1:5174`;

/**
 * Window sizes in CSS pixels. The wide window shows two columns and the start of a story; the
 * preview has Open Graph's size.
 */
const windows = {
  wide: { width: 1280, height: 960 },
  preview: { width: 1200, height: 630 },
};

/** Name, path and color scheme of the README's screenshots. */
const readmeScreenshots = [
  ["home", pages.home.path, "dark"],
  ["token", tokenPagePath("7"), "light"],
  ["mint", pages.mint.path, "dark"],
  ["phases", pages.phases.path, "light"],
  ["chain", `${chainPagePath}?tab=transactions`, "dark"],
  ["developer", tokenPagePath("101"), "light"],
] as const;

type ColorScheme = "dark" | "light";

process.exitCode = await runCommand(
  {
    help,
    options: { url: { type: "string", default: "http://127.0.0.1:5173" } },
    read({ url }) {
      if (!URL.canParse(url)) throw new UsageError(`--url requires a URL, not "${url}".`);
      return { url };
    },
    run: takeScreenshots,
  },
  process.argv.slice(2),
  console,
);

/** Takes the README's screenshots and the preview image of shared links. */
async function takeScreenshots({ url: site }: { url: string }): Promise<undefined> {
  await fetch(site).catch(() => {
    throw new UsageError(
      `Can't reach ${site}. Run npm start first, or pass the web app's URL with --url.`,
    );
  });
  await using stack = new AsyncDisposableStack();
  const browser = stack.adopt(await launchChromium(), (launched) => launched.close());
  for (const [name, path, scheme] of readmeScreenshots) {
    const page = await open(browser, new URL(path, site), "wide", scheme);
    await page.getByRole("contentinfo").waitFor();
    if (name === "developer") await page.getByText("Developer").click();
    await print(page, `docs/images/${name}-${scheme}.jpg`);
  }
  const page = await open(browser, new URL("/off/the/map", site), "preview", "dark");
  // Changes a message page to show the product's name and purpose. A string, because only `web/`
  // and `test/` have DOM types.
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
  await print(page, "collection/public/preview.jpg");
}

/** Opens a page and waits until it has loaded and is idle. */
async function open(
  browser: Browser,
  url: URL,
  window: keyof typeof windows,
  colorScheme: ColorScheme,
): Promise<Page> {
  const page = await browser.newPage({
    bypassCSP: true,
    colorScheme,
    reducedMotion: "reduce",
    viewport: windows[window],
  });
  await page.goto(url.href);
  // The chain page polls, so it never becomes idle.
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  return page;
}

/** Writes a JPEG, prints its size and closes the page. */
async function print(page: Page, file: string): Promise<void> {
  const picture = await page.screenshot();
  const { size } = await sharp(picture).jpeg({ quality: 80, mozjpeg: true }).toFile(file);
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
  await page.close();
}
