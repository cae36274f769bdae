import { parseArgs } from "node:util";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { launchChromium } from "../browser/chromium.ts";
import { takePagePictures } from "./pagePictures.ts";
import { takeReadmePictures } from "./readmePictures.ts";

const help = `Usage: npm run pictures [-- PATH…] [OPTIONS]

Takes the pictures in docs/images/ and web/public/preview.jpg from a world that runs: npm start first.

  PATH        pages to photograph instead, such as /drifter/7: each from top to bottom, in a wide window and on
              a phone, by night and by day, into test-results/pages/
  --url URL   where the web app is  (default http://127.0.0.1:5173)
  --help      show this text`;

/**
 * Photographs the running world.
 *
 * @returns the exit status.
 */
export async function runPictures(args: readonly string[], output: Output): Promise<number> {
  try {
    const { values, positionals } = readOptions(args);
    if (values.help) output.log(help);
    else await takePictures(values.url, positionals);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.error(error.message);
    return 2;
  }
}

async function takePictures(site: string, paths: readonly string[]): Promise<void> {
  if (!URL.canParse(site))
    throw new UsageError(`"${site}" is no URL: write --url http://127.0.0.1:5173.`);
  const pages = paths.map((path) => pageAt(path, site));
  await requireAnswer(site);
  const browser = await launchChromium("browser");
  try {
    if (paths.length === 0) await takeReadmePictures(browser, site);
    for (const page of pages) await takePagePictures(browser, page);
  } finally {
    await browser.close();
  }
}

function pageAt(path: string, site: string): URL {
  if (!path.startsWith("/") || path.startsWith("//"))
    throw new UsageError(`"${path}" is no path of the site: write it as /drifter/7.`);
  return new URL(path, site);
}

async function requireAnswer(site: string): Promise<void> {
  const isThere = await fetch(site).then(
    () => true,
    () => false,
  );
  if (!isThere)
    throw new UsageError(
      `Nothing answers at ${site}. Run npm start first, or say with --url where the web app is.`,
    );
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: "string", default: "http://127.0.0.1:5173" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}
