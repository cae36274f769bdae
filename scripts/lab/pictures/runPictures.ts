import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { launchChromium } from "../browser/chromium.ts";
import { takePagePictures } from "./pagePictures.ts";
import { takeReadmePictures } from "./readmePictures.ts";

const help = `Usage: npm run pictures [-- PATH…] [OPTIONS]

Takes the screenshots in docs/images/ and web/public/preview.jpg. Run npm start first.

  PATH        other pages, such as /drifter/7: full-page screenshots in a wide window and on a phone, in dark and
                light mode, written to test-results/pages/
  --url URL   where the web app is  (default http://127.0.0.1:5173)
  --help      show this text`;

/**
 * Takes screenshots of the running world.
 *
 * @returns the exit status.
 */
export function runPictures(args: readonly string[], output: Output): Promise<number> {
  return runCommand(
    {
      help,
      options: { url: { type: "string", default: "http://127.0.0.1:5173" } },
      takesWords: true,
      read({ url }, paths) {
        if (!URL.canParse(url))
          throw new UsageError(
            `"${url}" is not a URL; write it as in --url http://127.0.0.1:5173.`,
          );
        return { site: url, pages: paths.map((path) => pageAt(path, url)) };
      },
      run: takePictures,
    },
    args,
    output,
  );
}

interface Request {
  site: string;
  /** Pages to take instead of the usual ones. */
  pages: readonly URL[];
}

async function takePictures({ site, pages }: Request): Promise<undefined> {
  await requireAnswer(site);
  const browser = await launchChromium("browser");
  try {
    if (pages.length === 0) await takeReadmePictures(browser, site);
    for (const page of pages) await takePagePictures(browser, page);
  } finally {
    await browser.close();
  }
}

function pageAt(path: string, site: string): URL {
  if (!path.startsWith("/") || path.startsWith("//"))
    throw new UsageError(`"${path}" is not a path of the site; write it as in /drifter/7.`);
  return new URL(path, site);
}

async function requireAnswer(site: string): Promise<void> {
  const isThere = await fetch(site).then(
    () => true,
    () => false,
  );
  if (!isThere)
    throw new UsageError(
      `Can't reach ${site}. Run npm start first, or give the web app's address with --url.`,
    );
}
